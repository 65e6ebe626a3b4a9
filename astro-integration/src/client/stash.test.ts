// @vitest-environment happy-dom
import type { RecordSubmission } from '@permesso/consent-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { stash, takeStashed } from './stash.ts';

const submission = { consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' } as RecordSubmission;

beforeEach(() => localStorage.clear());

describe('records that wait', () => {
  it('are taken once', () => {
    stash('pl-consent', submission);
    expect(takeStashed('pl-consent')).toMatchObject([{ submission }]);
    expect(takeStashed('pl-consent')).toEqual([]);
  });

  it.each(['[null]', '[7,{"id":1},{"id":"a","submission":null}]', '{"a":1}', '"x"', '{', 'null'])(
    'F4: are not lost with what somebody else wrote there: %s',
    (text) => {
      localStorage.setItem('pl-consent:decided', text);
      stash('pl-consent', submission);
      expect(takeStashed('pl-consent')).toMatchObject([{ submission }]);
      expect(localStorage.getItem('pl-consent:decided')).toBeNull();
    },
  );
});
