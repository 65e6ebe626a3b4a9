import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Options whose values may hold a password and are therefore never repeated in a message. */
const SECRET = /(^|\.)(redis|secret|token)$/;

/** One sentence for each wrong option: where it is, what was found, what is allowed. */
export function optionErrors(error: z.ZodError, input: unknown): string {
  const sentences = error.issues
    .flatMap((issue) => flatten(issue, []))
    .map(({ issue, path }) => sentence(issue, path, input));
  return [...new Set(sentences)].join('\n');
}

/** A union fails with the errors of all its branches; the branch that knows most of what is there, and then got furthest, was meant. */
function flatten(issue: Issue, prefix: PropertyKey[]): { issue: Issue; path: PropertyKey[] }[] {
  const path = [...prefix, ...issue.path];
  if (issue.code !== 'invalid_union') return [{ issue, path }];
  const meant = issue.errors
    .filter((branch) => !branch.every(isOfAnotherForm))
    .sort((a, b) => unknownKeys(a) - unknownKeys(b) || a.length - b.length)[0];
  return meant ? meant.flatMap((one) => flatten(one, path)) : [{ issue, path }];
}

/** How many keys of the value itself a branch does not know. */
const unknownKeys = (branch: Issue[]): number =>
  branch.flatMap((issue) => (issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : []))
    .length;

/** The branch is for another kind of value altogether: a text, say, where an object was given. */
const isOfAnotherForm = (issue: Issue): boolean =>
  issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value');

function sentence(issue: Issue, path: PropertyKey[], input: unknown): string {
  const name = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : String(part)))
    .join('.')
    .replaceAll('.[', '[');
  if (issue.code === 'unrecognized_keys') {
    const keys = issue.keys.map((key) => `"${name ? `${name}.` : ''}${key}"`).join(', ');
    return `consent: unknown option ${keys}; remove it or check its spelling (config/plugins.ts)`;
  }
  if (issue.code === 'custom' && issue.params?.wholeSentence) {
    return `consent: ${name}: ${issue.message.replace(/^consent: /, '')} (config/plugins.ts)`;
  }
  const found = SECRET.test(name) ? 'not usable' : show(valueAt(input, path));
  return `consent: ${name || 'the options'} is ${found}; use ${allowed(issue)} (config/plugins.ts)`;
}

function allowed(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_value':
      return list(issue.values.map((value) => JSON.stringify(value)));
    case 'invalid_type':
      return issue.expected === 'int' ? issue.message : `a value of type ${issue.expected}`;
    case 'invalid_union':
      return list(issue.errors.flat().map(allowed));
    case 'too_small':
      return issue.origin === 'string' ? 'a text that is not empty' : `at least ${issue.minimum}`;
    case 'too_big':
      return `at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`;
    case 'invalid_format':
      return issue.format === 'email'
        ? 'an e-mail address'
        : issue.format === 'url'
          ? 'a URL'
          : // The contract's own messages begin with the word that stands in front here.
            issue.message.replace(/^use /, '');
    default:
      return issue.message;
  }
}

function list(values: string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    input,
  );
}

/** An address that names a user and a password without both, also one that is no address by what the password holds. */
const withoutPassword = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/^(.*?:\/\/)?.*:.*@/s, '$1…@') : value;

function show(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value, (_, part) => withoutPassword(part)) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
