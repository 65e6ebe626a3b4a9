import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const NAMES = [
  'API_TOKEN_SALT',
  'ADMIN_JWT_SECRET',
  'TRANSFER_TOKEN_SALT',
  'JWT_SECRET',
  'ENCRYPTION_KEY',
] as const;

const secret = (): string => randomBytes(24).toString('base64url');

/** The secrets that Strapi asks for, made up anew. */
export function newSecrets(): Record<string, string> {
  return {
    APP_KEYS: `${secret()},${secret()}`,
    ...Object.fromEntries(NAMES.map((name) => [name, secret()])),
  };
}

/** The secrets in the `.env` at `path`, which is written at the first start and never committed. */
export function keptSecrets(path: string): Record<string, string | undefined> {
  if (!existsSync(path)) {
    const lines = Object.entries(newSecrets()).map(([name, value]) => `${name}=${value}`);
    writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 });
  }
  return parseEnv(readFileSync(path, 'utf8'));
}
