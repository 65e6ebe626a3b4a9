import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

interface Packed {
  manifest: { name: string; version: string };
  tarball: Buffer;
}

/** Packages that were packed here, served by name as the npm registry would serve them. */
export interface Registry {
  readonly origin: string;
  stop(): Promise<void>;
}

const read = (path: string): Packed => ({
  manifest: JSON.parse(execFileSync('tar', ['xzOf', path, 'package/package.json'], { encoding: 'utf8' })),
  tarball: readFileSync(path),
});

/** Serves the tarballs in `folder` and below it, so that `npm install <name>` means what it says. */
export async function startRegistry(folder: string): Promise<Registry> {
  const packages = globSync('**/*.tgz', { cwd: folder }).map((file) => read(join(folder, file)));
  let origin = '';
  const server = createServer((request, response) => {
    const [name, file] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/');
    const found = packages.find(({ manifest }) => manifest.name === name);
    if (!found) response.writeHead(404).end();
    else if (file) response.end(found.tarball);
    else describe(response, found, origin);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function describe(response: ServerResponse, { manifest, tarball }: Packed, origin: string): void {
  const { name, version } = manifest;
  const dist = {
    tarball: `${origin}/${name}/-/${version}.tgz`,
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
  };
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      name,
      'dist-tags': { latest: version },
      // Long enough ago for package managers that wait with new releases.
      time: { [version]: '2026-01-01T00:00:00.000Z' },
      versions: { [version]: { ...manifest, dist } },
    }),
  );
}
