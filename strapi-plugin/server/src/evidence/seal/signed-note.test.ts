import { describe, expect, it } from 'vitest';
import { newSignerKey, openNote, parseNote, signerOf, signNote, verifierOf } from './signed-note';

/** Keys and notes of golang.org/x/mod/sumdb/note, note_test.go. */
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const PETER_SECRET = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const ENOCH = 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop';
const TEXT =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const BY_PETER =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
const BY_ENOCH =
  '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n';
const NOTE = `${TEXT}\n${BY_PETER}${BY_ENOCH}`;

const slices = (key: string) =>
  Array.from({ length: key.length }, (_, from) =>
    Array.from({ length: key.length - from }, (_, more) => key.slice(from, from + more + 1)),
  )
    .flat()
    .filter((part) => part !== key);

const mangled = (key: string) =>
  Array.from(
    key,
    (character, at) =>
      key.slice(0, at) + String.fromCharCode(character.charCodeAt(0) + 1) + key.slice(at + 1),
  );

describe('keys as Go writes them', () => {
  it('are read, and no part of one is', () => {
    expect(verifierOf(PETER)).toMatchObject({ name: 'PeterNeumann', keyId: 'c74f20a3', key: PETER });
    expect(signerOf(PETER_SECRET).verifier.key).toBe(PETER);
    for (const key of [...slices(PETER), ...mangled(PETER)]) expect(() => verifierOf(key)).toThrow();
    for (const key of [...slices(PETER_SECRET), ...mangled(PETER_SECRET)]) {
      expect(() => signerOf(key)).toThrow();
    }
  });

  it('are refused with a wrong length or an unknown type', () => {
    const longer = 'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==';
    const otherType = 'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    expect(() => verifierOf(longer)).toThrow('verifier key');
    expect(() => verifierOf(otherType)).toThrow('not of type Ed25519');
  });

  it('are made, and sign what their other half verifies', () => {
    const signer = signerOf(newSignerKey('www.example.com/api/consent/log'));
    const note = signNote('a\n\nb\n', [signer]);
    expect(openNote(note, [verifierOf(signer.verifier.key)]).text).toBe('a\n\nb\n');
    expect(() => newSignerKey('two words')).toThrow('cannot name a key');
    expect(() => newSignerKey('a+b')).toThrow('cannot name a key');
    expect(() => newSignerKey('https://www.example.com/api/consent/log')).toThrow('cannot name a key');
  });

  it('say nothing of a secret that is malformed, or taken for a verifier key', () => {
    expect(() => verifierOf(PETER_SECRET)).toThrow(/^not a verifier key: write <name>\+<key id>\+<base64>$/);
    expect(() => signerOf(PETER_SECRET.replace('c74f20a3', 'c74f20a4'))).toThrow(
      /^the signer key of PeterNeumann does not fit its key id c74f20a4$/,
    );
  });
});

describe('notes', () => {
  it('are signed as Go signs them', () => {
    expect(signNote(TEXT, [signerOf(PETER_SECRET)])).toBe(`${TEXT}\n${BY_PETER}`);
  });

  it('open with one key or several, and name signatures by others', () => {
    const both = openNote(NOTE, [verifierOf(PETER), verifierOf(ENOCH)]);
    expect(both.text).toBe(TEXT);
    expect(both.verifiedBy.map(({ name }) => name)).toEqual(['PeterNeumann', 'EnochRoot']);
    const one = openNote(NOTE, [verifierOf(PETER)]);
    expect(one.verifiedBy).toHaveLength(1);
    expect(one.unknown).toMatchObject([{ name: 'EnochRoot', keyId: 'af0cfe78' }]);
  });

  it('verify by the key of sum.golang.org, over a tree head that it signed', () => {
    const key = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
    const head =
      'go.sum database tree\n15081221\nBoMMe1wd25Tco0mYGROkyqxHZWx+hcSCtMV315Lu6Lg=\n\n' +
      '— sum.golang.org Az3grilD7vQqTrv66jRgKM84Y80KTprrSt4bKmiOPxgmS5ZVBTeCl6dUvjYnN13R+C8j0jGY1WnUADGMkok3U0m2Zgo=\n';
    expect(openNote(head, [verifierOf(key)]).text).toContain('15081221');
    expect(() => openNote(head.replace('15081221', '15081222'), [verifierOf(key)])).toThrow('is wrong');
  });

  it('do not open without a known key', () => {
    expect(() => openNote(NOTE, [])).toThrow(
      'no known key has signed; signatures are by PeterNeumann (key c74f20a3), EnochRoot (key af0cfe78)',
    );
    const stranger = BY_PETER.replace('PeterNeumann', 'CarmenSandiego');
    expect(() => openNote(`${TEXT}\n${stranger}`, [verifierOf(PETER)])).toThrow('no known key');
  });

  it('do not open with a wrong signature by a known key, whoever else signed', () => {
    const wrong = BY_PETER.replace('KRZb6KE6', 'KRZb6KE7').replace('ZJkuBS9', 'ZJkuBS8');
    expect(() => openNote(`${TEXT}\n${BY_ENOCH}${wrong}`, [verifierOf(PETER), verifierOf(ENOCH)])).toThrow(
      'the signature of PeterNeumann (key c74f20a3) is wrong',
    );
  });

  it.each([
    ['no signature', TEXT],
    ['no signature after the empty line', `${TEXT}\n`],
    ['no last newline', `${TEXT}\n${BY_PETER.slice(0, -1)}`],
    ['a control character', `\u0001${TEXT}\n${BY_PETER}`],
    ['half a character', `\ud800${TEXT}\n${BY_PETER}`],
    ['a name with a space', `${TEXT}\n${BY_PETER.replace('PeterNeumann', 'Bad Name')}`],
    ['another line', `${TEXT}\n${BY_PETER}Unexpected line.\n`],
    ['a hyphen for the dash', `${TEXT}\n${BY_PETER.replace('—', '-')}`],
    ['too many signatures', `${TEXT}\n${BY_PETER.repeat(101)}`],
  ])('are malformed with %s', (_, note) => {
    expect(() => openNote(note, [verifierOf(PETER)])).toThrow(/malformed|signed note|signatures/);
  });

  it('are not signed over text that no note can hold', () => {
    for (const text of ['', 'abc', 'a\tb\n', 'a\r\n', '\udc00\n']) {
      expect(() => signNote(text, [signerOf(PETER_SECRET)])).toThrow('the text of a note');
    }
    expect(() => signNote(TEXT, [])).toThrow('at least one signature');
  });

  it('parse as in the specification, whose example names no public key', () => {
    const example =
      'Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\ned è subito sera.\n\n' +
      '— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=\n';
    const { text, signatures } = parseNote(example);
    expect(text.split('\n\n')).toEqual([expect.stringMatching(/^Ognuno/), 'ed è subito sera.\n']);
    expect(signatures).toMatchObject([{ name: 'quasimodo.example/salvatore', keyId: '367ba04b' }]);
    expect(signatures[0]?.signature).toHaveLength(64);
  });
});
