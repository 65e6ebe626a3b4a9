import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContentInfo, id_eContentType_TSTInfo, PKIStatusInfo, SignedData, TimeStampResp } from 'pkijs';

const CONFIGURATION = `
[ tsa ]
default_tsa = local
[ local ]
serial = ./serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
ess_cert_id_alg = sha256
[ stamping ]
basicConstraints = critical,CA:false
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[ other ]
basicConstraints = critical,CA:false
keyUsage = critical,digitalSignature
extendedKeyUsage = clientAuth
[ root ]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[ req ]
distinguished_name = name
[ name ]
`;

/** A time-stamping authority of our own, made with `openssl ts`. */
export interface TimestampAuthority {
  /** The certificate that vouches for it, in PEM. */
  certificate: string;
  /** Answers a request in DER. */
  stamp(request: Uint8Array): Uint8Array;
  /** The same stamp signed by a certificate of the same root that is not one for time stamps. */
  signedByAnother(response: Uint8Array): Uint8Array;
  /** Answers over HTTP, until it is closed. */
  serve(): Promise<{ address: string; close(): Promise<void> }>;
  remove(): void;
}

export function timestampAuthority(): TimestampAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'authority-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const file = (name: string) => join(folder, name);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-config', 'conf'];
  writeFileSync(file('conf'), CONFIGURATION);
  writeFileSync(file('serial'), '01\n');
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
    '-days',
    '3',
    '-subj',
    '/CN=Local root',
    '-extensions',
    'root',
  );
  for (const purpose of ['stamping', 'other']) {
    openssl(
      'req',
      ...key,
      '-keyout',
      `${purpose}.key`,
      '-out',
      'request.csr',
      '-subj',
      `/CN=Local ${purpose}`,
    );
    const signing = [
      '-CA',
      'root.pem',
      '-CAkey',
      'root.key',
      '-CAcreateserial',
      '-days',
      '2',
      '-extfile',
      'conf',
    ];
    openssl(
      'x509',
      '-req',
      '-in',
      'request.csr',
      ...signing,
      '-extensions',
      purpose,
      '-out',
      `${purpose}.pem`,
    );
  }
  const stamp = (request: Uint8Array): Uint8Array => {
    writeFileSync(file('query'), request);
    openssl(
      'ts',
      '-reply',
      '-config',
      'conf',
      '-queryfile',
      'query',
      '-signer',
      'stamping.pem',
      '-inkey',
      'stamping.key',
      '-out',
      'reply',
    );
    return readFileSync(file('reply'));
  };
  return {
    certificate: readFileSync(file('root.pem'), 'utf8'),
    stamp,
    signedByAnother(response) {
      const { timeStampToken } = TimeStampResp.fromBER(Uint8Array.from(response).buffer);
      const { eContent } = new SignedData({ schema: timeStampToken?.content }).encapContentInfo;
      writeFileSync(file('content'), Buffer.from(eContent?.getValue() ?? new ArrayBuffer()));
      const as = ['-outform', 'DER', '-out', 'signed', '-signer', 'other.pem', '-inkey', 'other.key'];
      openssl(
        'cms',
        '-sign',
        '-binary',
        '-nodetach',
        '-econtent_type',
        id_eContentType_TSTInfo,
        '-in',
        'content',
        ...as,
      );
      const token = ContentInfo.fromBER(Uint8Array.from(readFileSync(file('signed'))).buffer);
      const other = new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken: token });
      return new Uint8Array(other.toSchema().toBER());
    },
    async serve() {
      const server = createServer(async (request, answer) => {
        const parts: Buffer[] = [];
        for await (const part of request) parts.push(part as Buffer);
        if (request.url !== '/tsa') return answer.writeHead(503).end();
        answer
          .writeHead(200, { 'content-type': 'application/timestamp-reply' })
          .end(stamp(Buffer.concat(parts)));
      });
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      return {
        address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsa`,
        close: () => new Promise((closed) => server.close(() => closed())),
      };
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
