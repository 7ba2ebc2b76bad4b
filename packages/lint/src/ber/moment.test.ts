import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { secondsAt } from './moment.ts';

const octets = (text: string) => Buffer.from(text, 'latin1');

describe('moments', () => {
  it('are those of Date, in every year', () => {
    const earliest = new Date('0000-01-01T00:00:00Z');
    const latest = new Date('9999-12-31T23:59:59Z');
    fc.assert(
      fc.property(fc.date({ min: earliest, max: latest, noInvalidDate: true }), (date) => {
        const seconds = Math.floor(date.getTime() / 1000);
        const text = `${date.toISOString().replaceAll(/[-:T]|\.\d+Z/g, '')}Z`;
        assert.equal(secondsAt(octets(`xx${text}`), 2, 4), seconds);
        const year = date.getUTCFullYear();
        if (year >= 1950 && year < 2050) assert.equal(secondsAt(octets(text.slice(2)), 0, 2), seconds);
      }),
    );
  });

  it('exist, each with its last day', () => {
    for (const text of ['20240229000000Z', '20000229235959Z', '20231231000000Z'])
      assert.ok(secondsAt(octets(text), 0, 4) > 0, text);
    const none = ['20230229000000Z', '19000229000000Z', '20231301000000Z', '20230001000000Z', '20230100000000Z'];
    none.push('20230431000000Z', '20230101240000Z', '20230101006000Z', '20230101000060Z', '20230101000000z');
    none.push('2023010100000 Z', '/0230101000000Z', '20230101000000', '');
    for (const text of none) assert.ok(Number.isNaN(secondsAt(octets(text), 0, 4)), text);
  });
});
