import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readNoticeSecrets } from './notice-senders.ts';
import { atEnd } from '../../test/at-end.ts';

const CANARY = 'canary of sixteen octets';

function secretFile(t: TestContext, mode: number): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-secret-'));
  atEnd(t, () => rmSync(directory, { recursive: true }));
  const file = path.join(directory, 'secret');
  writeFileSync(file, `${CANARY}\n`);
  chmodSync(file, mode);
  return file;
}

const withWebhook = (file: string) =>
  readNoticeSecrets({ webhook: { url: 'https://hooks.example.com', secretFile: file }, mail: undefined }, {});
const withMail = (file: string) => {
  const server = { host: 'mail.example.com', port: 465, tls: true, user: 'pki' };
  const mail = { server, passwordFile: file, sender: 'pki@example.com', recipients: ['ops@example.com'] };
  return readNoticeSecrets({ webhook: undefined, mail }, {});
};

describe('secrets of notices', () => {
  it('come out of files that their owner alone may read', async (t) => {
    const { webhook } = await withWebhook(secretFile(t, 0o600));
    assert.equal(new TextDecoder().decode(webhook!.secret), CANARY);
    const { mail } = await withMail(secretFile(t, 0o400));
    assert.equal(mail!.password, CANARY);
  });

  for (const mode of [0o644, 0o640, 0o602])
    it(`are refused in files of mode ${mode.toString(8)}`, async (t) => {
      for (const read of [withWebhook, withMail])
        await assert.rejects(read(secretFile(t, mode)), (error: Error & { code: string }) => {
          assert.equal(error.code, 'installation.bad_notice_secret');
          assert.match(error.message, /^--(notice-webhook-secret|smtp-password)-file: .*'chmod 600 /s);
          assert.doesNotMatch(error.message, /canary/);
          return true;
        });
    });
});
