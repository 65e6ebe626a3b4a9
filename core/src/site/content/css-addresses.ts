/**
 * Finds the addresses in a text of CSS, by the tokens of css-syntax-3: of every `url()`, and of every string, for `@import`,
 * `image-set()` and custom properties take strings as well. Escapes are read as a browser reads them.
 */
export interface CssAddress {
  /** Where the token stands in the text. */
  start: number;
  end: number;
  address: string;
  /** A string token, in quotes; else all of `url(…)`. */
  quoted: boolean;
}

const HEX = /[\da-f]/i;
const DIGIT = /\d/;
const SPACE = /[ \t\n\r\f]/;
const NEWLINE = /[\n\r\f]/;
const LETTER = /[-_a-z\d]/i;

const isName = (char: string) => LETTER.test(char) || char > '\u007f';

export function cssAddresses(css: string): CssAddress[] {
  return new CssScan(css).run();
}

class CssScan {
  readonly #css: string;
  readonly #found: CssAddress[] = [];
  #at = 0;

  constructor(css: string) {
    this.#css = css;
  }

  run(): CssAddress[] {
    while (this.#at < this.#css.length) this.#token();
    return this.#found;
  }

  #char(ahead = 0): string {
    return this.#css.charAt(this.#at + ahead);
  }

  #token(): void {
    const char = this.#char();
    if (this.#css.startsWith('/*', this.#at)) this.#comment();
    else if (char === '"' || char === "'") this.#string(char);
    else if (this.#css.startsWith('-->', this.#at)) this.#at += 3;
    else if (this.#startsNumber()) this.#number();
    else if (this.#startsName(0)) this.#identOrFunction();
    else if (char === '#' || char === '@') {
      this.#at += 1;
      // A hash or an at-keyword is no function, whatever its name is.
      if (this.#startsName(0) || isName(this.#char())) this.#name();
    } else this.#at += 1;
  }

  #comment(): void {
    const end = this.#css.indexOf('*/', this.#at + 2);
    this.#at = end === -1 ? this.#css.length : end + 2;
  }

  #string(quote: string): void {
    const start = this.#at;
    let address = '';
    this.#at += 1;
    while (this.#at < this.#css.length) {
      const char = this.#char();
      if (char === quote) {
        this.#at += 1;
        break;
      }
      // Here a string ends that its author did not end.
      if (NEWLINE.test(char)) break;
      if (char === '\\') address += this.#escape();
      else {
        address += char;
        this.#at += 1;
      }
    }
    this.#found.push({ start, end: this.#at, address, quoted: true });
  }

  /** What an escape stands for; nothing for an escaped line break. */
  #escape(): string {
    this.#at += 1;
    if (NEWLINE.test(this.#char())) {
      this.#at += this.#css.startsWith('\r\n', this.#at) ? 2 : 1;
      return '';
    }
    let hex = '';
    while (hex.length < 6 && HEX.test(this.#char())) {
      hex += this.#char();
      this.#at += 1;
    }
    if (!hex) {
      const char = this.#char();
      this.#at += 1;
      return char;
    }
    if (SPACE.test(this.#char())) this.#at += this.#css.startsWith('\r\n', this.#at) ? 2 : 1;
    const code = Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  }

  #startsEscape(ahead: number): boolean {
    return this.#char(ahead) === '\\' && !NEWLINE.test(this.#char(ahead + 1));
  }

  #startsName(ahead: number): boolean {
    const char = this.#char(ahead);
    if (char === '-') {
      const next = this.#char(ahead + 1);
      return next === '-' || (isName(next) && !DIGIT.test(next)) || this.#startsEscape(ahead + 1);
    }
    return (isName(char) && !DIGIT.test(char)) || this.#startsEscape(ahead);
  }

  #name(): string {
    let name = '';
    while (this.#at < this.#css.length) {
      if (isName(this.#char())) {
        name += this.#char();
        this.#at += 1;
      } else if (this.#startsEscape(0)) name += this.#escape();
      else break;
    }
    return name;
  }

  #startsNumber(): boolean {
    const sign = /[-+]/.test(this.#char()) ? 1 : 0;
    const dot = this.#char(sign) === '.' ? 1 : 0;
    return DIGIT.test(this.#char(sign + dot));
  }

  #number(): void {
    if (/[-+]/.test(this.#char())) this.#at += 1;
    const digits = () => {
      while (DIGIT.test(this.#char())) this.#at += 1;
    };
    digits();
    if (this.#char() === '.' && DIGIT.test(this.#char(1))) {
      this.#at += 1;
      digits();
    }
    if (/e/i.test(this.#char())) {
      const sign = /[-+]/.test(this.#char(1)) ? 1 : 0;
      if (DIGIT.test(this.#char(1 + sign))) {
        this.#at += 1 + sign;
        digits();
      }
    }
    // Its unit is no function either.
    if (this.#startsName(0)) this.#name();
  }

  #identOrFunction(): void {
    const start = this.#at;
    const name = this.#name();
    if (this.#char() !== '(') return;
    this.#at += 1;
    if (name.toLowerCase() !== 'url') return;
    while (SPACE.test(this.#char())) this.#at += 1;
    const next = this.#char();
    if (next !== '"' && next !== "'") this.#url(start);
  }

  /** Of `url(` without quotes: its address, or nothing where a browser finds it malformed. */
  #url(start: number): void {
    let address = '';
    let isBad = false;
    let isEnding = false;
    while (this.#at < this.#css.length) {
      const char = this.#char();
      if (char === ')') {
        this.#at += 1;
        break;
      }
      if (this.#startsEscape(0)) {
        isBad ||= isEnding;
        address += this.#escape();
        continue;
      }
      if (SPACE.test(char)) isEnding = true;
      else if (isEnding || /["'(\\]/.test(char)) isBad = true;
      if (!isEnding && !isBad) address += char;
      this.#at += 1;
    }
    if (!isBad) this.#found.push({ start, end: this.#at, address, quoted: false });
  }
}

/** The same text with other addresses in place of some: each becomes one that loads nothing. */
export function withoutAddresses(css: string, gone: readonly CssAddress[]): string {
  let text = '';
  let from = 0;
  for (const { start, end, quoted } of gone) {
    text += css.slice(from, start) + (quoted ? '"data:,"' : 'url(data:,)');
    from = end;
  }
  return text + css.slice(from);
}
