/**
 * Starts a server with a worker that writes what it signs into a directory as well, and is killed when such a file is there: before its
 * signature is recorded, or with `--recorded` at once afterwards.
 */
import { readdirSync } from 'node:fs';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { pageObjects, tableFile } from '../../../packages/documents/test/pdf-documents.ts';
import type { UnitOfWork } from '../../../packages/server/src/kernel/unit-of-work.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { certifyKey, makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';
import { TestServer } from '../support/test-server.ts';

const { values: given } = parseArgs({
  options: {
    home: { type: 'string' },
    database: { type: 'string' },
    directory: { type: 'string' },
    recorded: { type: 'boolean' },
  },
});
const { home, database, directory, recorded } = { ...given, home: given.home!, directory: given.directory! };
const server = await TestServer.start(
  { after: () => undefined },
  { home, workerDirectories: [directory], ...(database === undefined ? {} : { database }) },
);
await makeSigningToken(server, 'Signing', { ec: ['EC', 'P-256'] });
await makeWorker(server, 'Killed', {
  IMPLEMENTATION_CLASS: 'PDFSigner',
  CRYPTOTOKEN: 'Signing',
  DEFAULTKEY: 'ec',
  AUTHTYPE: 'NOAUTH',
  SIGNERCERTCHAIN: await certifyKey(server, TestCa.root('CN=Root'), 'Signing', 'ec', { subject: 'CN=Signer' }),
  ARCHIVETODISK: 'TRUE',
  ARCHIVETODISK_PATH_BASE: directory,
  ARCHIVETODISK_PATH_PATTERN: 'documents',
  ARCHIVETODISK_FILENAME_PATTERN: 'signed.pdf',
});
const { database: opened } = server.running.installation.storage;
const commit = opened.commit.bind(opened);
opened.commit = async (unit: UnitOfWork) => {
  const isThere = readdirSync(directory, { recursive: true }).some((name) => String(name).endsWith('.pdf'));
  if (recorded !== true && isThere) process.kill(process.pid, 'SIGKILL');
  await commit(unit);
  if (isThere) process.kill(process.pid, 'SIGKILL');
};
const data = Buffer.from(tableFile(pageObjects(), { version: '1.6' })).toString('base64');
await signing(server, '/workers/Killed/process', { body: { data, encoding: 'BASE64' } });
process.stderr.write('the process was not killed\n');
