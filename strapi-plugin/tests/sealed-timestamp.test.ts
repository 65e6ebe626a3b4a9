import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFiles } from '../server/src/evidence/seal/bundle/writer';
import { dailyCheckpointPath } from '../server/src/evidence/seal/sealed-log';
import {
  requestTimestamp,
  timestampPath,
  timestampRequest,
  verifyTimestamp,
} from '../server/src/evidence/seal/timestamp';
import { type Check, exitCode } from '../server/src/evidence/seal/verify/check';
import { verifyBundle } from '../server/src/evidence/seal/verify/verify-bundle';
import { verifyLog } from '../server/src/evidence/seal/verify/verify-log';
import { type SampleLog, sampleLog } from './support/sealed-sample';
import { type TimestampAuthority, timestampAuthority } from './support/timestamp-authority';

let authority: TimestampAuthority;
let sample: SampleLog;

beforeAll(async () => {
  authority = timestampAuthority();
  sample = await sampleLog();
});
afterAll(() => authority.remove());

const BYTES = Buffer.from('a checkpoint');
const stampOf = (bytes: Uint8Array) => authority.stamp(timestampRequest(bytes));

describe('a time stamp', () => {
  it('says when the bytes were there, and who saw them', async () => {
    const before = Date.now();
    const { at, authority: name } = await verifyTimestamp(stampOf(BYTES), BYTES, [authority.certificate]);
    // To the second.
    expect(at.getTime()).toBeGreaterThanOrEqual(before - 1000);
    expect(name).toBe('Local stamping');
  });

  it('does not hold for other bytes, nor by the word of another authority', async () => {
    const stranger = timestampAuthority();
    const stamp = stampOf(BYTES);
    await expect(verifyTimestamp(stamp, Buffer.from('another'), [authority.certificate])).rejects.toThrow(
      'does not hold',
    );
    await expect(verifyTimestamp(stamp, BYTES, [stranger.certificate])).rejects.toThrow('does not hold');
    await expect(verifyTimestamp(stamp, BYTES, [])).rejects.toThrow('does not hold');
    await expect(verifyTimestamp(stamp, BYTES, ['no certificate'])).rejects.toThrow('no certificate in PEM');
    stranger.remove();
  });

  it('never says another time with one byte changed', async () => {
    const stamp = stampOf(BYTES);
    const genuine = await verifyTimestamp(stamp, BYTES, [authority.certificate]);
    let refused = 0;
    for (let at = 0; at < stamp.length; at += 5) {
      const changed = Uint8Array.from(stamp);
      changed[at]! ^= 1;
      const time = await verifyTimestamp(changed, BYTES, [authority.certificate]).catch(() => null);
      if (time) expect(time.at).toEqual(genuine.at);
      else refused += 1;
    }
    // What nobody signs, as the status text, may change.
    expect(refused).toBeGreaterThan(0.9 * (stamp.length / 5));
  });

  it('does not hold by a certificate that is not one for time stamps', async () => {
    const other = authority.signedByAnother(stampOf(BYTES));
    await expect(verifyTimestamp(other, BYTES, [authority.certificate])).rejects.toThrow(
      'its certificate is not one for time stamps',
    );
  });

  it('is none where the authority refuses, or sends something else', async () => {
    await expect(verifyTimestamp(Buffer.from('no'), BYTES, [authority.certificate])).rejects.toThrow(
      'no time stamp',
    );
    const refused = authority.stamp(Buffer.from('no request'));
    await expect(verifyTimestamp(refused, BYTES, [authority.certificate])).rejects.toThrow(
      'the authority refused it (2)',
    );
  });

  it('is asked for over HTTP', async () => {
    const { address, close } = await authority.serve();
    const stamp = await requestTimestamp(address, BYTES);
    expect((await verifyTimestamp(stamp, BYTES, [authority.certificate])).authority).toBe('Local stamping');
    await expect(requestTimestamp(address.replace('/tsa', '/'), BYTES)).rejects.toThrow('answers 503');
    await close();
    await expect(requestTimestamp(address, BYTES)).rejects.toThrow('does not answer');
  });
});

describe('consent verify', () => {
  const ofStamps = (checks: Check[]) => checks.filter(({ sentence }) => /time stamp|saw/.test(sentence));

  it('checks the time stamp of a bundle’s checkpoint', async () => {
    const { source, log } = sample;
    const keys = log.signers.map(({ verifier }) => verifier);
    const files = bundleFiles({ ...source, timestamp: stampOf(Buffer.from(source.checkpoint)) }, log.signers);
    const stamped = await verifyBundle(files, { keys, authorities: [authority.certificate] });
    expect(ofStamps(stamped.checks)).toEqual([
      {
        outcome: 'passed',
        sentence: expect.stringMatching(/^Local stamping saw the checkpoint at 20\d\d-.*Z\.$/),
      },
    ]);
    expect(exitCode(stamped.checks)).toBe(0);
    const unknown = await verifyBundle(files, { keys });
    expect(ofStamps(unknown.checks)[0]?.sentence).toContain('pass the certificate of its authority as --tsa');
    expect(exitCode(unknown.checks)).toBe(2);
    const ofOther = bundleFiles({ ...source, timestamp: stampOf(BYTES) }, log.signers);
    const wrong = await verifyBundle(ofOther, { keys, authorities: [authority.certificate] });
    expect(ofStamps(wrong.checks)[0]?.outcome).toBe('failed');
  });

  it('checks that of a day’s checkpoint', async () => {
    const path = dailyCheckpointPath(new Date('2026-11-23'));
    const checkpoint = Buffer.from((await sample.log.store.read(path))!);
    await sample.log.store.write(timestampPath(path), stampOf(checkpoint));
    const state = {
      name: 'its state of 2026-11-23',
      checkpoint: checkpoint.toString(),
      timestamp: await sample.log.store.read('checkpoints/2026-11-23.tsr'),
    };
    const trust = {
      keys: sample.log.signers.map(({ verifier }) => verifier),
      authorities: [authority.certificate],
    };
    const checks = await verifyLog(sample.log.store, trust, [state]);
    expect(ofStamps(checks)[0]?.sentence).toContain('Local stamping saw its state of 2026-11-23 at');
    expect(exitCode(checks)).toBe(0);
  });
});
