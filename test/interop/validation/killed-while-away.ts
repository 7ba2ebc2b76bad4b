/** A server that is killed while the places that it publishes to are away. */
import { Certificate } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { requestUnder } from '../../e2e/support/ca-rest-setup.ts';
import { ServerProcess } from '../../e2e/support/server-process.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

/** Places that a server publishes to. */
export interface PublishedTo {
  /** Hosts with their ports. */
  readonly places: readonly string[];
  /** Settings by name. */
  readonly publishers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly goAway: () => Promise<unknown>;
  readonly comeBack: () => Promise<unknown>;
}

/**
 * Has a server issue certificates while all places are away, kills it at once, and starts it again.
 *
 * @returns the certificates by their common names; the server runs until the test ends
 */
export async function killWhileAway(
  t: Pick<TestContext, 'after'>,
  { places, publishers, goAway, comeBack }: PublishedTo,
): Promise<ReadonlyMap<string, Certificate>> {
  const home = mkdtempSync(path.join(tmpdir(), 'sealwright-publishing-'));
  let running: ServerProcess | undefined;
  atEnd(t, async () => {
    await running?.stop();
    rmSync(home, { recursive: true, force: true });
  });
  const settings = places.flatMap((place) => ['--outbound-host', place]);
  const start = async () => (running = await ServerProcess.start({ home, settings }));
  const server = await start();
  const create = async (type: string, name: string, body: Readonly<Record<string, unknown>>) => {
    const answer = await server.administer(`/documents/${type}/${name}`, { body: { settings: body } });
    assert.equal(answer.status, 201, answer.text);
  };
  for (const [name, body] of Object.entries(publishers)) await create('PUBLISHER', name, body);
  const profile = { keyUsage: ['digitalSignature'], publishers: Object.keys(publishers) };
  await create('CERTPROFILE', 'Published', profile);
  await create('EEPROFILE', 'Published', {
    passwordRequired: false,
    availableCas: ['Any CA'],
    availableCertificateProfiles: ['Published'],
    defaultCertificateProfile: 'Published',
    subjectDn: { CN: [{}] },
  });
  await goAway();
  const names = Array.from({ length: 10 }, (_, at) => `killed ${at}`);
  const issued = await Promise.all(
    names.map(async (username) => {
      const body = requestUnder('Published', { username, subject: `CN=${username}` });
      const answer = await server.call('/v1/certificate/pkcs10enroll', { body });
      assert.equal(answer.status, 200, answer.text);
      return [username, Certificate.parse(Uint8Array.fromBase64(answer.json['certificate'] as string))] as const;
    }),
  );
  const closed = once(server.child, 'close');
  server.child.kill('SIGKILL');
  await closed;
  await comeBack();
  await start();
  return new Map(issued);
}
