/**
 * Processor time that the lint of a CRL takes, beside that of its making: `node bench/lint-crl.ts [--entries N] [--rounds N]`.
 *
 * Making is what a reader thread does with the rows, without the database: it encodes an entry for each, and the CRL around them, and signs it.
 * `bench/crl.ts` shows the processor time of a whole CRL of a server, of which the lint is a part.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { CrlLint } from '../packages/lint/src/index.ts';
import {
  authorityKeyIdentifier,
  crlNumber,
  CrlEntryWriter,
  DistinguishedName,
  encodeTbsCrl,
  makeExtension,
  revocationReason,
  serialNumberFromHex,
  signatureAlgorithmByName,
} from '../packages/pki/src/index.ts';
import { readOptions } from './options.ts';

const { entries, rounds } = readOptions({ entries: 1_000_000, rounds: 5 });

const NOW = Math.floor(Date.now() / 1000);
const CHUNK_OCTETS = 2 ** 20;
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const serials = Array.from({ length: entries }, () => {
  const octets = randomBytes(20);
  octets[0] = (octets[0]! & 0x3f) | 0x40;
  return serialNumberFromHex(octets.toString('hex').toUpperCase());
});

for (let round = 0; round < rounds; round++) {
  let tbs = new Uint8Array();
  const made = cpuSeconds(() => {
    tbs = make();
    sign('sha256', tbs, privateKey);
  });
  const linted = cpuSeconds(() => {
    const lint = new CrlLint('TBSCertList');
    for (let at = 0; at < tbs.length; at += CHUNK_OCTETS) lint.update(tbs.subarray(at, at + CHUNK_OCTETS));
    const findings = lint.finish();
    if (findings.length > 0) throw new RangeError(findings[0]!.message);
  });
  console.log(
    `${entries} entries, ${tbs.length} octets: made in ${made.toFixed(3)} s, linted in ${linted.toFixed(3)} s, ` +
      `${((linted / entries) * 1e9).toFixed(0)} ns an entry`,
  );
}

function make(): Uint8Array<ArrayBuffer> {
  const writer = new CrlEntryWriter(CHUNK_OCTETS);
  for (let number = 0; number < entries; number++) {
    writer.add({
      serialNumber: serials[number]!,
      revocationDate: NOW - (number % 10_000_000),
      reason: revocationReason(number % 6),
    });
  }
  return encodeTbsCrl({
    signatureAlgorithm: signatureAlgorithmByName('SHA256withECDSA'),
    issuer: DistinguishedName.parse('CN=Bench').der,
    thisUpdate: NOW,
    nextUpdate: NOW + 86_400,
    entries: writer.finish(),
    extensions: [
      makeExtension(authorityKeyIdentifier, { keyIdentifier: new Uint8Array(20) }, false),
      makeExtension(crlNumber, 1n, false),
    ],
  }) as Uint8Array<ArrayBuffer>;
}

function cpuSeconds(task: () => void): number {
  const before = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
