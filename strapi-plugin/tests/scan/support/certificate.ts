import { BmpString, Integer } from 'asn1js';
import { AttributeTypeAndValue, Certificate } from 'pkijs';

const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const;

const pem = (label: string, der: ArrayBuffer) => {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
};

/** A certificate that nobody has signed, for a server of this test run; its browser is told to take any. */
export async function selfSigned(): Promise<{ key: string; cert: string }> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: 1 });
  const name = () => new AttributeTypeAndValue({ type: '2.5.4.3', value: new BmpString({ value: 'tests' }) });
  certificate.issuer.typesAndValues.push(name());
  certificate.subject.typesAndValues.push(name());
  certificate.notBefore.value = new Date(Date.now() - 86_400_000);
  certificate.notAfter.value = new Date(Date.now() + 86_400_000);
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(privateKey, 'SHA-256');
  const key = await crypto.subtle.exportKey('pkcs8', privateKey);
  return { key: pem('PRIVATE KEY', key), cert: pem('CERTIFICATE', certificate.toSchema(true).toBER()) };
}
