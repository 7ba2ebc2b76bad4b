/**
 * Processor time that the lint of a certificate takes, beside the whole enrollment that it is a part of: `node bench/lint.ts [options]`.
 *
 *   --rounds N      rounds, of which the medians are printed (5)
 *   --count N       enrollments of a round (2000)
 *   --calls N       certificates that are linted in a round, after as many to warm up (20000)
 *   --database URL  PostgreSQL instead of the embedded database
 *
 * A server enrolls under a profile whose certificates have fifteen extensions, over TLS on kept-alive connections. Other certificates of the same
 * profile, no two of them alike, are then linted in this process one after the other. The witness, which needs the documents of the server, is not
 * part of it: `enroll-lint.ts` has servers with and without both. The floors are decoding a certificate alone, and one ECDSA signature on P-256.
 */
import { Certificate } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { CertificateUnderLint } from '../packages/lint/src/certificate/certificate-under-lint.ts';
import { KNOWN_FORMS } from '../packages/lint/src/certificate/extensions/known-forms.ts';
import { lintToBeSignedCertificate } from '../packages/lint/src/index.ts';
import { prepareEnrollments, type PreparedEnrollment } from './enrollment-requests.ts';
import {
  createFifteenExtensions,
  FIFTEEN_EXTENSIONS,
  microsecondsOfEach,
  prepareRounds,
  REQUESTED_EXTENSIONS,
} from './fifteen-extensions.ts';
import { medianText, type Target } from './http-load.ts';
import { startProcess } from './measured-process.ts';
import { readOptions } from './options.ts';

const { rounds, count, calls, database } = readOptions({ rounds: 5, count: 2000, calls: 20_000, database: undefined });

const CONNECTIONS = 64;
const WARM_UP = 4000;
const DISTINCT = 300;

const home = mkdtempSync(path.join(tmpdir(), 'bench-lint-'));
try {
  const { warmUp, measured } = await prepareRounds({ warmUp: WARM_UP, rounds, count });
  const shown = await prepareEnrollments('P-256', DISTINCT, 'shown', REQUESTED_EXTENSIONS);
  report(await measureRounds(warmUp, measured, shown));
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** Microseconds of processor time of one of each. */
interface Round {
  readonly enrollment: number;
  readonly lint: number;
  readonly decoding: number;
  readonly signature: number;
}

async function measureRounds(
  warmUp: readonly PreparedEnrollment[],
  measured: readonly (readonly PreparedEnrollment[])[],
  shown: readonly PreparedEnrollment[],
): Promise<readonly Round[]> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const server = await startProcess('server', home, database);
  try {
    const { target } = server;
    await createFifteenExtensions(target);
    await microsecondsOfEach(server, warmUp, CONNECTIONS);
    const certificates = await enrolled(target, shown);
    const done: Round[] = [];
    for (const enrollments of measured) {
      done.push({
        enrollment: await microsecondsOfEach(server, enrollments, CONNECTIONS),
        lint: microseconds(certificates, (tbs) => assert.equal(lintToBeSignedCertificate(tbs).length, 0)),
        decoding: microseconds(certificates, decode),
        signature: microseconds(certificates.slice(0, 10), (tbs) => sign('sha256', tbs, privateKey)),
      });
    }
    return done;
  } finally {
    await server.stop();
  }
}

function report(done: readonly Round[]): void {
  const share = ({ lint, enrollment }: Round) => (lint / (enrollment - lint)) * 100;
  const line = (name: string, of: (round: Round) => number, unit: string) =>
    console.log(`${name.padEnd(16)} ${medianText(done.map(of), unit)}`);
  console.log(`medians of ${done.length} rounds`);
  line('enrollment', ({ enrollment }) => enrollment, 'us, its lint included');
  line('lint', ({ lint }) => lint, 'us');
  line('share of lint', share, '% of the rest of an enrollment');
  line('floor: decoding', ({ decoding }) => decoding, 'us');
  line('floor: signature', ({ signature }) => signature, 'us');
}

/** Enrolls one after the other, and returns the octets that were signed. */
async function enrolled(target: Target, enrollments: readonly PreparedEnrollment[]): Promise<readonly Uint8Array[]> {
  const agent = new Agent({ keepAlive: true });
  const signed: Uint8Array[] = [];
  for (const { username, certificateRequest } of enrollments) {
    const answer = await posted(target, agent, {
      certificate_request: certificateRequest,
      certificate_authority_name: 'ManagementCA',
      certificate_profile_name: FIFTEEN_EXTENSIONS.certificate,
      end_entity_profile_name: FIFTEEN_EXTENSIONS.endEntity,
      username,
      password: 'not-used-again',
      include_chain: false,
    });
    const certificate = Certificate.parse(
      Uint8Array.fromBase64((JSON.parse(answer) as { certificate: string }).certificate),
    );
    assert.equal(certificate.extensions.length, 15);
    signed.push(certificate.tbs);
  }
  agent.destroy();
  return signed;
}

async function posted({ host, port, ca, cert, key }: Target, agent: Agent, body: unknown): Promise<string> {
  const operation = '/ejbca/ejbca-rest-api/v1/certificate/pkcs10enroll';
  const headers = { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const options = {
      host,
      port,
      ca,
      cert,
      key,
      agent,
      servername: 'localhost',
      method: 'POST',
      path: operation,
      headers,
    };
    const sent = request(options, (response) => void text(response).then(resolve, reject));
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

/** Decodes the fields, and the values of the extensions that rules know. */
function decode(tbs: Uint8Array): void {
  const certificate = CertificateUnderLint.toBeSigned(tbs);
  for (const form of KNOWN_FORMS) certificate.value(form);
}

/** Returns the processor time of one call, once it runs compiled. */
function microseconds(certificates: readonly Uint8Array[], call: (tbs: Uint8Array) => unknown): number {
  const run = () => {
    for (let at = 0; at < calls; at++) call(certificates[at % certificates.length]!);
  };
  run();
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}
