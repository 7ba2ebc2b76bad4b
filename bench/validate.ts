/**
 * Certificates a second that a validation service validates by a large CRL, and the time that it holds up everybody else meanwhile:
 * `node bench/validate.ts [options]`.
 *
 *   --entries N      of the CRL (55,000, just below the 2 MiB that are fetched)
 *   --seconds N      how long it is measured (10)
 *   --connections N  connections that send at once (16)
 *
 * The CRL is fetched from this process, is signed with P-256, and says nothing of the certificates. It is said first how long the first validation takes, with
 * all that is done once for each CRL, and what stall comes of that.
 */
import { randomBytes, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  assembleCrl,
  CrlEntryWriter,
  defaultSignatureAlgorithm,
  encodeTbsCrl,
  serialNumberFromHex,
} from '@sealwright/pki';
import { TestCa } from '../test/pki/test-pki.ts';
import { jsonRequest, type LoadResult, percentile, post, sendAll, sendFor } from './http-load.ts';
import { type Observation, startProcess } from './measured-process.ts';
import { readOptions } from './options.ts';

const { entries, seconds, connections } = readOptions({ entries: 55_000, seconds: 10, connections: 16 });

const root = TestCa.root('CN=Bench Root');
const crl = largeCrl(root, entries);
const lists = createServer((_, response) => response.end(crl)).listen(0, '127.0.0.1');
await new Promise((listening) => lists.once('listening', listening));
const host = `127.0.0.1:${(lists.address() as AddressInfo).port}`;
const home = mkdtempSync(path.join(tmpdir(), 'bench-validate-'));
const server = await startProcess('server', home, undefined, [`--outbound-host=${host}`]);
try {
  const { target } = server;
  const properties = {
    IMPLEMENTATION_CLASS: 'ValidationServiceWorker',
    AUTHTYPE: 'NOAUTH',
    'VAL1.CLASSPATH': 'CRLValidator',
    'VAL1.ISSUER1.CERTCHAIN': root.certificatePem,
    'VAL1.ISSUER1.CRLPATHS': `http://${host}/`,
  };
  const made = jsonRequest(target, 'POST /sealwright/v1/documents/WORKER/Validation', { settings: { properties } });
  await sendAll(target, [made], 1);
  const requests = Array.from({ length: 32 }, (_, at) => {
    const { certificate } = root.issue({ subject: `CN=${at}` });
    const line = '/signserver/process?workerName=Validation&processType=validateCertificate';
    return post(target, line, 'application/octet-stream', certificate.der);
  });
  console.log(`a CRL of ${crl.length} octets, ${entries} entries`);
  let before = await server.observe();
  const first = await sendAll(target, requests.slice(0, 1), 1);
  report('first', first, before, await server.observe());
  await sendFor(target, requests, connections, 3);
  before = await server.observe();
  const later = await sendFor(target, requests, connections, seconds);
  report('later', later, before, await server.observe());
} finally {
  await server.stop();
  lists.closeAllConnections();
  lists.close();
  rmSync(home, { recursive: true, force: true });
}

function report(name: string, load: LoadResult, before: Observation, after: Observation): void {
  if (load.failed > 0 || !load.lastAnswer.includes('VALID;;'))
    throw new RangeError(`${load.failed} requests failed; the last answer: ${load.lastAnswer}`);
  const figures = [
    `${(load.answered / load.seconds).toFixed(1)}/s`,
    `p50 ${percentile(load.latenciesMs, 0.5).toFixed(1)} ms`,
    `p99 ${percentile(load.latenciesMs, 0.99).toFixed(1)} ms`,
    `longest stall ${(after.stallSeconds * 1000).toFixed(0)} ms`,
    `CPU ${(((after.cpuSeconds - before.cpuSeconds) / load.answered) * 1e6).toFixed(0)} us each`,
  ];
  console.log(`  ${name.padEnd(8)} ${figures.join(', ')}`);
}

function largeCrl({ certificate, privateKey }: TestCa, count: number): Uint8Array {
  const now = Math.floor(Date.now() / 1000);
  const writer = new CrlEntryWriter();
  for (let at = 0; at < count; at++) {
    const serialNumber = serialNumberFromHex(`01${randomBytes(15).toString('hex')}`);
    writer.add({ serialNumber, revocationDate: now - at });
  }
  const signatureAlgorithm = defaultSignatureAlgorithm(certificate.publicKey.algorithm, certificate.publicKey.bits);
  const tbs = encodeTbsCrl({
    signatureAlgorithm,
    issuer: certificate.subject.der,
    thisUpdate: now - 60,
    nextUpdate: now + 86_400,
    entries: writer.finish(),
    extensions: [],
  });
  const { digest, options } = signatureAlgorithm.node;
  const signature = sign(digest, tbs, { key: privateKey, ...options });
  return assembleCrl(tbs, signatureAlgorithm, new Uint8Array(signature));
}
