type Kind = 'HTML' | 'Script' | 'ScriptURL';

/** What TypeScript's own types of the page do not know yet. */
type Policy = Record<`create${Kind}`, (text: string) => string>;
interface TrustedTypes {
  trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
}

const POLICY = Symbol.for('permesso.policy');
const scope = globalThis as TrustedTypes & { [POLICY]?: Policy | null };

/** As it is: it comes from the configuration that the site believes, or from markup that is in the page already. */
const asItIs = (text: string) => text;

const RULES: Policy = { createHTML: asItIs, createScript: asItIs, createScriptURL: asItIs };

function policy(): Policy | null {
  try {
    return scope.trustedTypes!.createPolicy('permesso', RULES);
  } catch {
    // The browser does not know any, or the page's Content-Security-Policy does not name ours.
    return null;
  }
}

/**
 * Text for a place that Trusted Types guard, such as a script's address. By a policy of the name `permesso`, of which a page
 * makes one, whatever bundle asks first. Where there is none it is returned as it is, which the browser refuses with an
 * exception if the page demands trust.
 */
export function trusted(kind: Kind, text: string): string {
  if (scope[POLICY] === undefined) scope[POLICY] = policy();
  return scope[POLICY]?.[`create${kind}`](text) ?? text;
}
