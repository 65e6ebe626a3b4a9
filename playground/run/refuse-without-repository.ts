/**
 * Run before a package is published, in its folder. A registry resolves the relative pictures and links of a README by
 * the manifest's `repository`; without it all of them would be broken, in a release that nobody can take back.
 */
import { readFileSync } from 'node:fs';

const { name, repository } = JSON.parse(readFileSync('package.json', 'utf8'));
if (!repository?.url || !repository?.directory) {
  console.error(
    `${name}: set "repository" with "url" and "directory" in package.json, which its README needs.`,
  );
  process.exit(1);
}
