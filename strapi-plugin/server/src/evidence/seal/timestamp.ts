import { createHash, randomBytes } from 'node:crypto';
import { Integer, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  Certificate,
  type ExtKeyUsage,
  id_ExtKeyUsage,
  id_eContentType_TSTInfo,
  id_sha256,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

/** Time stamps by an authority that others trust (RFC 3161): that a checkpoint was there at a time. */

/** There is no time stamp, or it cannot be trusted; the message says why. */
export class TimestampError extends Error {
  override name = 'TimestampError';
}

/** What the certificate of an authority must be for (RFC 3161, section 2.3). */
const FOR_TIME_STAMPS = '1.3.6.1.5.5.7.3.8';

/** `granted` and `grantedWithMods` (RFC 3161, section 2.4.2). */
const GRANTED = [0, 1];

/** Where the time stamp of a checkpoint is, beside it. */
export const timestampPath = (checkpointPath: string) => `${checkpointPath}.tsr`;

/** A request in DER for a time stamp of these bytes: their SHA-256, and a number that no older answer has. */
export function timestampRequest(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  // The first byte makes it positive.
  const nonce = Buffer.concat([Uint8Array.of(1), randomBytes(8)]);
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: id_sha256 }),
      hashedMessage: new OctetString({ valueHex: createHash('sha256').update(bytes).digest() }),
    }),
    certReq: true,
    nonce: new Integer({ valueHex: nonce }),
  });
  return new Uint8Array(request.toSchema().toBER());
}

/**
 * Asks an authority for a time stamp of these bytes and answers with its response in DER. Whoever trusts the authority
 * verifies it. Throws {@link TimestampError} where there is no answer within ten seconds, and where it is not one to this request.
 */
export async function requestTimestamp(authority: string, bytes: Uint8Array): Promise<Uint8Array> {
  const request = timestampRequest(bytes);
  const answer = await fetch(authority, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: request,
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => {
    throw new TimestampError(`${authority} does not answer: ${error.message}`);
  });
  if (!answer.ok) throw new TimestampError(`${authority} answers ${answer.status}`);
  const response = new Uint8Array(await answer.arrayBuffer());
  const { stamp } = tokenOf(response);
  const { nonce, messageImprint } = TimeStampReq.fromBER(request);
  const same =
    nonce &&
    stamp.nonce?.isEqual(nonce) &&
    stamp.messageImprint.hashedMessage.isEqual(messageImprint.hashedMessage);
  if (!same) throw new TimestampError(`${authority} answers another request`);
  return response;
}

/** When something was there, and who says so. */
export interface Timestamp {
  at: Date;
  /** Name of the certificate that signed. */
  authority: string;
}

/**
 * The time stamp of these bytes, as far as one of the certificates (PEM) vouches for its authority at that time. Throws
 * {@link TimestampError} otherwise.
 */
export async function verifyTimestamp(
  response: Uint8Array,
  bytes: Uint8Array,
  certificates: readonly string[],
): Promise<Timestamp> {
  const { signed, stamp } = tokenOf(response);
  if (stamp.messageImprint.hashAlgorithm.algorithmId !== id_sha256) {
    throw new TimestampError('the time stamp is of another hash than SHA-256');
  }
  const found = await signed
    .verify({
      signer: 0,
      data: Uint8Array.from(bytes).buffer,
      trustedCerts: certificates.flatMap(certificatesOf),
      // At the time of the stamp: the certificate may have ended since.
      checkChain: true,
      extendedMode: true,
    })
    .catch((error: Error) => {
      throw new TimestampError(`the time stamp does not hold: ${error.message}`);
    });
  const { signerCertificate, signatureVerified, signerCertificateVerified } = found;
  if (!signatureVerified || !signerCertificateVerified || !signerCertificate) {
    throw new TimestampError('the signature of the time stamp is wrong');
  }
  if (!mayStamp(signerCertificate)) throw new TimestampError('its certificate is not one for time stamps');
  return { at: stamp.genTime, authority: nameOf(signerCertificate) };
}

function tokenOf(response: Uint8Array): { signed: SignedData; stamp: TSTInfo } {
  try {
    const { status, timeStampToken } = TimeStampResp.fromBER(Uint8Array.from(response).buffer);
    if (!GRANTED.includes(status.status) || !timeStampToken)
      throw new Error(`the authority refused it (${status.status})`);
    const signed = new SignedData({ schema: timeStampToken.content });
    const { eContentType, eContent } = signed.encapContentInfo;
    if (eContentType !== id_eContentType_TSTInfo || !eContent) throw new Error('it holds something else');
    return { signed, stamp: TSTInfo.fromBER(eContent.getValue()) };
  } catch (error) {
    throw new TimestampError(`this is no time stamp: ${(error as Error).message}`);
  }
}

function mayStamp({ extensions = [] }: Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === id_ExtKeyUsage)?.parsedValue as
    | ExtKeyUsage
    | undefined;
  return usage?.keyPurposes.includes(FOR_TIME_STAMPS) ?? false;
}

function nameOf({ subject }: Certificate): string {
  return subject.typesAndValues.map(({ value }) => String(value.valueBlock.value)).join(', ');
}

function certificatesOf(pem: string): Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new TimestampError('there is no certificate in PEM');
  return blocks.map((block) =>
    Certificate.fromBER(Uint8Array.from(Buffer.from(block.replace(/-----[^-]+-----/g, ''), 'base64')).buffer),
  );
}
