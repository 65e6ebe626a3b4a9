import { describe, expect, it } from 'vitest';
import { openCheckpoint, signCheckpoint, unverifiedCheckpoint } from './checkpoint';
import { EMPTY_ROOT } from './merkle';
import { newSignerKey, signerOf, signNote, verifierOf } from './signed-note';
import { formatTlogProof, parseTlogProof } from './tlog-proof';

const ROOT = Buffer.from('CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=', 'base64');
/** The example of https://c2sp.org/tlog-checkpoint; its signature is one of another log and key. */
const EXAMPLE =
  'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n' +
  '— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n';
const ORIGIN = 'example.com/behind-the-sofa';

describe('checkpoints', () => {
  it('read as the example of the specification', () => {
    expect(unverifiedCheckpoint(EXAMPLE)).toEqual({ origin: ORIGIN, size: 20852163, root: ROOT });
  });

  it('are signed in the same words and opened by the key alone', () => {
    const signer = signerOf(newSignerKey(ORIGIN));
    const checkpoint = { origin: ORIGIN, size: 20852163, root: ROOT };
    const note = signCheckpoint(checkpoint, [signer]);
    expect(note.split('—')[0]).toBe(EXAMPLE.split('—')[0]);
    expect(openCheckpoint(note, ORIGIN, [signer.verifier])).toEqual(checkpoint);
    expect(() => openCheckpoint(note, 'example.com/other', [signer.verifier])).toThrow('is of the log');
    expect(() => openCheckpoint(note, ORIGIN, [signerOf(newSignerKey(ORIGIN)).verifier])).toThrow(
      'no known key',
    );
    expect(() => openCheckpoint(note.replace('20852163', '20852162'), ORIGIN, [signer.verifier])).toThrow(
      'wrong',
    );
  });

  it('go on where the key changes, as each key opens what both signed', () => {
    const [before, after] = [signerOf(newSignerKey(ORIGIN)), signerOf(newSignerKey(ORIGIN))];
    const note = signCheckpoint({ origin: ORIGIN, size: 0, root: EMPTY_ROOT }, [before, after]);
    for (const { verifier } of [before, after]) {
      expect(openCheckpoint(note, ORIGIN, [verifierOf(verifier.key)]).size).toBe(0);
    }
  });

  it.each([
    ['no origin', '\n3\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'],
    ['a leading zero', 'log\n03\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'],
    ['a sign', 'log\n-3\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'],
    [
      'a size that numbers cannot hold',
      'log\n9007199254740992\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n',
    ],
    ['a short root', 'log\n3\nCsUYapGG\n'],
    ['a root of other letters', 'log\n3\nCsUYapGGPo4dkMgIAUqom_Xajj7h2fB2MPA3j2jxq2I=\n'],
    ['two lines', 'log\n3\n'],
    ['an empty extension line', 'log\n3\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\nmore\n'],
  ])('are none with %s', (_, text) => {
    const signer = signerOf(newSignerKey('log'));
    expect(() => openCheckpoint(signNote(text, [signer]), 'log', [signer.verifier])).toThrow(
      'not a checkpoint',
    );
  });
});

describe('proofs in a file of their own', () => {
  const proof = { index: 73894, hashes: [ROOT, EMPTY_ROOT], checkpoint: EXAMPLE };

  it('are written as https://c2sp.org/tlog-proof says, and read again', () => {
    const text = formatTlogProof(proof);
    const hashes = [ROOT, EMPTY_ROOT].map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('');
    expect(text).toBe(`c2sp.org/tlog-proof@v1\nindex 73894\n${hashes}\n${EXAMPLE}`);
    expect(parseTlogProof(text)).toEqual(proof);
    expect(parseTlogProof(formatTlogProof({ ...proof, hashes: [] }))).toEqual({ ...proof, hashes: [] });
  });

  it('pass over extra data', () => {
    const text = formatTlogProof(proof).replace('index', 'extra YWdlLXYx\nindex');
    expect(parseTlogProof(text)).toEqual(proof);
  });

  it.each([
    ['another header', (text: string) => text.replace('@v1', '@v2')],
    ['no index', (text: string) => text.replace('index 73894\n', '')],
    ['a negative index', (text: string) => text.replace('73894', '-5')],
    ['extra data that is no base64', (text: string) => text.replace('index', 'extra !!\nindex')],
    ['a hash that is none', (text: string) => text.replace('CsUYapGG', 'CsUY')],
  ])('are refused with %s', (_, change) => {
    expect(() => parseTlogProof(change(formatTlogProof(proof)))).toThrow('not a proof');
  });
});
