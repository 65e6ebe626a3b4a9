/**
 * Reads consent strings by the letter of their specification (IAB Tech Lab, Consent string and vendor list formats v2), without
 * the library that writes them.
 */

class Bits {
  readonly #bits: string;
  #at = 0;

  constructor(base64url: string) {
    this.#bits = [...Buffer.from(base64url, 'base64url')]
      .map((byte) => byte.toString(2).padStart(8, '0'))
      .join('');
  }

  int(length: number): number {
    const bits = this.#bits.slice(this.#at, this.#at + length);
    if (bits.length < length) throw new Error('the string ends too early');
    this.#at += length;
    return Number.parseInt(bits, 2);
  }

  bool = (): boolean => this.int(1) === 1;

  /** Numbers from 1 whose bit is set. */
  field = (length: number): number[] =>
    Array.from({ length }, (_, at) => (this.bool() ? [at + 1] : [])).flat();

  letters = (length: number): string =>
    Array.from({ length }, () => String.fromCharCode(65 + this.int(6))).join('');

  moment = (): Date => new Date(this.int(36) * 100);

  ranges(): number[] {
    return Array.from({ length: this.int(12) }, () => {
      const isRange = this.bool();
      const first = this.int(16);
      const last = isRange ? this.int(16) : first;
      return Array.from({ length: last - first + 1 }, (_, at) => first + at);
    }).flat();
  }

  vendors(): number[] {
    const most = this.int(16);
    return this.bool() ? this.ranges() : this.field(most);
  }
}

export interface DecodedTcString {
  version: number;
  created: Date;
  lastUpdated: Date;
  cmpId: number;
  cmpVersion: number;
  consentScreen: number;
  consentLanguage: string;
  vendorListVersion: number;
  policyVersion: number;
  isServiceSpecific: boolean;
  useNonStandardTexts: boolean;
  specialFeatures: number[];
  purposes: number[];
  interests: number[];
  purposeOneTreatment: boolean;
  publisherCountryCode: string;
  vendors: number[];
  vendorInterests: number[];
  restrictions: { purpose: number; type: number; vendors: number[] }[];
  disclosed: number[] | null;
}

export function decodeTcString(text: string): DecodedTcString {
  const [core = '', ...segments] = text.split('.');
  const bits = new Bits(core);
  const decoded: DecodedTcString = {
    version: bits.int(6),
    created: bits.moment(),
    lastUpdated: bits.moment(),
    cmpId: bits.int(12),
    cmpVersion: bits.int(12),
    consentScreen: bits.int(6),
    consentLanguage: bits.letters(2),
    vendorListVersion: bits.int(12),
    policyVersion: bits.int(6),
    isServiceSpecific: bits.bool(),
    useNonStandardTexts: bits.bool(),
    specialFeatures: bits.field(12),
    purposes: bits.field(24),
    interests: bits.field(24),
    purposeOneTreatment: bits.bool(),
    publisherCountryCode: bits.letters(2),
    vendors: bits.vendors(),
    vendorInterests: bits.vendors(),
    restrictions: Array.from({ length: bits.int(12) }, () => ({
      purpose: bits.int(6),
      type: bits.int(2),
      vendors: bits.ranges(),
    })),
    disclosed: null,
  };
  for (const segment of segments) {
    const rest = new Bits(segment);
    if (rest.int(3) === 1) decoded.disclosed = rest.vendors();
  }
  return decoded;
}
