import type { AdminAction } from '../http/admin-route';

interface Policy {
  action: string;
  subject?: string;
}

/** Actions of roles as Strapi's MCP server asks for them: one of them suffices. */
export function policiesOf(actions: readonly [AdminAction, ...AdminAction[]]): [Policy, ...Policy[]] {
  const policies = actions.map((action) =>
    typeof action === 'string' ? { action } : { action: action[0], subject: action[1] },
  );
  return policies as [Policy, ...Policy[]];
}
