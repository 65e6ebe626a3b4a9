import type { ConsentExpr } from '../contract/config.ts';

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
