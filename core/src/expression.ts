import type { ConsentExpr } from './config.ts';

/** Operators nested deeper than this make an expression malformed; it also ends cyclic ones. */
const MAX_DEPTH = 100;

/**
 * Answers an expression of category keys. Total: never throws, and whatever is malformed anywhere in the
 * expression makes all of it false, under `not` too.
 *
 * @param granted answers for one key; unknown keys are its `false`
 */
export function evaluateExpr(expr: ConsentExpr, granted: (key: string) => boolean): boolean {
  // No short cut over operands: a malformed one must be seen wherever it stands.
  const evaluate = (node: unknown, depth: number): boolean => {
    if (typeof node === 'string') return granted(node) === true;
    const operators = Object.entries(node as object).filter(([, operand]) => operand !== undefined);
    if (depth >= MAX_DEPTH || !operators.length) throw node;
    return operators
      .map(([operator, operand]) => {
        if (operator === 'not') return !evaluate(operand, depth + 1);
        if (!/^(and|or)$/.test(operator) || !Array.isArray(operand)) throw node;
        // Array.from, unlike map, also visits the holes of a sparse array.
        const answers = Array.from(operand, (child) => evaluate(child, depth + 1));
        return operator === 'and' ? !answers.includes(false) : answers.includes(true);
      })
      .every(Boolean);
  };
  try {
    return evaluate(expr, 0);
  } catch {
    return false;
  }
}
