/** Servers that are killed while they publish: whatever an enrollment was answered for arrives all the same. */
import { Certificate } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { eventually } from '../../../eventually.ts';
import { webhookReceiver } from '../../../outbound/webhook-receiver.ts';
import { requestUnder } from '../ca-rest-setup.ts';
import { newServerDatabase } from '../installations/server-database.ts';
import { publishedSerial } from '../published-serial.ts';
import { ServerProcess } from '../server-process.ts';
import { atEnd } from '../../../../packages/server/test/at-end.ts';

/** Kills a server twice: while a delivery waits for its answer, and right after enrollments were answered. */
export async function killDeliveries(t: Pick<TestContext, 'after'>): Promise<void> {
  const home = mkdtempSync(path.join(tmpdir(), 'sealwright-publishing-'));
  const temporary = await newServerDatabase();
  let running: ServerProcess | undefined;
  atEnd(t, async () => {
    await running?.stop();
    await temporary?.remove();
    rmSync(home, { recursive: true, force: true });
  });
  const hook = await webhookReceiver(t);
  const start = async () =>
    (running = await ServerProcess.start({
      home,
      database: temporary?.url,
      settings: ['--outbound-host', new URL(hook.url).host],
    }));
  const kill = async ({ child }: ServerProcess) => {
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
  };
  const first = await start();
  await publishToHook(first, hook.url);
  // The receiver takes what it is sent and gives no answer: nobody knows whether it has arrived.
  hook.status = 0;
  const issued = await enrollSome(first, 'a', 6);
  await eventually('a delivery', () => hook.posts.length > 0);
  await kill(first);
  const second = await start();
  issued.push(...(await enrollSome(second, 'b', 6)));
  await kill(second);
  hook.status = 204;
  hook.posts.length = 0;
  await start();
  await eventually('what was issued', () => {
    const posted = new Set(
      hook.posts.map(({ json }) => (json as unknown as { object: { serial_number: string } }).object.serial_number),
    );
    return issued.every((serialNumber) => posted.has(publishedSerial(serialNumber)));
  });
}

/** Makes a webhook `hook` and profiles `Posted` whose certificates go there. */
export async function publishToHook(server: ServerProcess, url: string): Promise<void> {
  const create = async (type: string, name: string, settings: Readonly<Record<string, unknown>>) => {
    const answer = await server.administer(`/documents/${type}/${name}`, { body: { settings } });
    assert.equal(answer.status, 201, answer.text);
  };
  await create('PUBLISHER', 'hook', { type: 'WEBHOOK', settings: { url } });
  await create('CERTPROFILE', 'Posted', { keyUsage: ['digitalSignature'], publishers: ['hook'] });
  await create('EEPROFILE', 'Posted', {
    passwordRequired: false,
    availableCas: ['Any CA'],
    availableCertificateProfiles: ['Posted'],
    defaultCertificateProfile: 'Posted',
    subjectDn: { CN: [{}] },
  });
}

/** @returns serial numbers */
async function enrollSome(server: ServerProcess, prefix: string, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, at) => `${prefix}${at}`);
  return Promise.all(
    names.map(async (username) => {
      const body = requestUnder('Posted', { username, subject: `CN=${username}` });
      const answer = await server.call('/v1/certificate/pkcs10enroll', { body });
      assert.equal(answer.status, 200, answer.text);
      return Certificate.parse(Uint8Array.fromBase64(answer.json['certificate'] as string)).serialNumber;
    }),
  );
}
