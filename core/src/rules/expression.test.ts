import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsentExpr } from '../contract/config.ts';
import { evaluateExpr } from './expression.ts';

const granted = (key: string) => ['a', 'b'].includes(key);
const evaluate = (expr: unknown) => evaluateExpr(expr as ConsentExpr, granted);
const nested = (depth: number) => {
  let expr: ConsentExpr = 'a';
  for (let level = 0; level < depth; level++) expr = { not: expr };
  return expr;
};

describe('evaluateExpr (B)', () => {
  it.each<[ConsentExpr, boolean]>([
    ['a', true],
    ['unknown', false],
    [{ and: ['a', 'b'] }, true],
    [{ and: ['a', 'c'] }, false],
    [{ or: ['c', 'b'] }, true],
    [{ or: ['c', 'd'] }, false],
    [{ not: 'c' }, true],
    [{ not: 'a' }, false],
    [{ and: ['a', { or: ['c', { not: 'c' }] }] }, true],
  ])('answers %j with %s', (expr, answer) => {
    expect(evaluate(expr)).toBe(answer);
  });

  it('takes an empty and for true, an empty or for false', () => {
    expect(evaluate({ and: [] })).toBe(true);
    expect(evaluate({ or: [] })).toBe(false);
  });

  it('asks all operators of one object to hold', () => {
    expect(evaluate({ and: ['a'], or: ['b'], not: 'c' })).toBe(true);
    expect(evaluate({ and: ['a'], or: ['c'], not: 'c' })).toBe(false);
    expect(evaluate({ and: ['a'], not: 'b' })).toBe(false);
  });

  it('takes an operator that is undefined for one that is not there', () => {
    expect(evaluate({ and: ['a'], or: undefined })).toBe(true);
  });

  it.each([
    [null],
    [undefined],
    [1],
    [true],
    [[]],
    [['a']],
    [{}],
    [{ xor: ['a'] }],
    [{ and: 'a' }],
    [{ and: { 0: 'a' } }],
    [{ or: [null] }],
    [{ not: ['a'] }],
    [{ not: undefined }],
    [{ and: ['a'], xor: [] }],
    [{ toString: ['a'] }],
    // biome-ignore lint/suspicious/noSparseArray: a hole is malformed too
    [{ and: ['a', , 'b'] }],
  ])('makes %j, which is malformed, false, under not and beside what decides already', (expr) => {
    expect(evaluate(expr)).toBe(false);
    expect(evaluate({ not: expr })).toBe(false);
    expect(evaluate({ or: ['a', expr] })).toBe(false);
    expect(evaluate({ not: { and: ['c', expr] } })).toBe(false);
  });

  it('answers at depth 100, and false for anything deeper', () => {
    expect(evaluate(nested(100))).toBe(true);
    expect(evaluate(nested(99))).toBe(false);
    expect(evaluate(nested(101))).toBe(false);
    expect(evaluate(nested(102))).toBe(false);
    expect(evaluate(nested(100_000))).toBe(false);
  });

  it('ends on an expression that contains itself', () => {
    const expr: { and: ConsentExpr[] } = { and: ['a'] };
    expr.and.push(expr, expr);
    expect(evaluate(expr)).toBe(false);
  });

  it('is false when the question itself fails', () => {
    const failing = () => {
      throw new Error('no config');
    };
    expect(evaluateExpr({ not: 'a' }, failing)).toBe(false);
  });

  it('is total over anything', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true }), (value) => {
        expect(evaluate(value)).toBeTypeOf('boolean');
      }),
    );
  });

  it('agrees with Boolean algebra', () => {
    const { expr } = fc.letrec<{ expr: ConsentExpr }>((tie) => ({
      expr: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom<ConsentExpr>('a', 'b', 'c'),
        fc.record({ and: fc.array(tie('expr'), { maxLength: 3 }) }),
        fc.record({ or: fc.array(tie('expr'), { maxLength: 3 }) }),
        fc.record({ not: tie('expr') }),
      ),
    }));
    fc.assert(
      fc.property(expr, expr, (a, b) => {
        expect(evaluate({ not: { and: [a, b] } })).toBe(evaluate({ or: [{ not: a }, { not: b }] }));
        expect(evaluate({ not: { not: a } })).toBe(evaluate(a));
      }),
    );
  });
});
