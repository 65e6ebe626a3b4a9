import type { ConsentExpr } from '../contract/config.ts';

/** Operators nested deeper than this make an expression malformed; it also ends cyclic ones. */
const MAX_DEPTH = 100;

/** Throws on what is malformed. */
const evaluate = (node: unknown, granted: (key: string) => boolean, depth: number): boolean => {
  if (typeof node === 'string') return granted(node) === true;
  const operators = Object.entries(node as object).filter((entry) => entry[1] !== undefined);
  if (depth > MAX_DEPTH || !operators[0]) throw node;
  // No short cut over operands: a malformed one must be seen wherever it stands.
  return operators
    .map(([operator, operand]) => {
      if (operator === 'not') return !evaluate(operand, granted, depth + 1);
      if (!Array.isArray(operand)) throw node;
      // Array.from, unlike map, also visits the holes of a sparse array.
      const answers = Array.from(operand, (child) => evaluate(child, granted, depth + 1));
      if (operator === 'and') return answers.every(Boolean);
      if (operator === 'or') return answers.some(Boolean);
      throw node;
    })
    .every(Boolean);
};

/**
 * Answers an expression of category keys. Total: never throws, and whatever is malformed anywhere in the
 * expression makes all of it false, under `not` too.
 *
 * @param granted answers for one key; unknown keys are its `false`
 */
export const evaluateExpr = (expr: ConsentExpr, granted: (key: string) => boolean): boolean => {
  try {
    return evaluate(expr, granted, 1);
  } catch {
    return false;
  }
};

/**
 * The categories that an expression asks for, each once; what it asks to be without is not among them. A malformed one
 * asks for none: it is false whatever is granted (B).
 */
export function expressionKeys(expr: ConsentExpr): string[] {
  try {
    return [...new Set(keysOf(expr))];
  } catch {
    return [];
  }
}

/** Throws on what is malformed. */
function keysOf(expr: ConsentExpr): string[] {
  if (typeof expr === 'string') return [expr];
  const { and = [], or = [] } = expr;
  return [...and.flatMap(keysOf), ...or.flatMap(keysOf)];
}
