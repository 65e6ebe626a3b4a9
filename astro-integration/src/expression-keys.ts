import type { ConsentExpr } from '@permesso/consent-core';

/** The categories that an expression asks for, each once; what it asks to be without is not among them. */
export function expressionKeys(expr: ConsentExpr): string[] {
  if (typeof expr === 'string') return [expr];
  const parts = [...(expr.and ?? []), ...(expr.or ?? [])];
  return [...new Set(parts.flatMap(expressionKeys))];
}
