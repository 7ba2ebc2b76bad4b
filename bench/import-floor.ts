/**
 * The floor of the import benchmark: one process that does only what the addition of an end entity cannot do without.
 *
 * The same TLS request and answer, and the same rows into the real tables, committed durably in groups as the server does. No routes, no
 * schemas, no authentication, no profiles, no checks of names, no verifiers of passwords.
 */
import { randomBytes } from 'node:crypto';
import { FloorDatabase, serveFloor } from './floor.ts';

const database = await FloorDatabase.open(['end_entity', 'audit_record']);
let nextId = 1;

serveFloor((body, response) => {
  const { username, subject_dn: subject, email } = JSON.parse(body) as Readonly<Record<string, string>>;
  const now = Date.now();
  const unit = now.toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  database.insert(
    [
      ['end_entity', [nextId++, username!, 1, 1, 1, subject!, null, email!, 10, 1, 1, null, '{}', now, now, 1]],
      [
        'audit_record',
        [nextId++, unit, 0, now, 'RA_ADDENDENTITY', 'SUCCESS', 'CN=SuperAdmin', 1, null, username!, AUDIT_TEXT],
      ],
    ],
    () => response.writeHead(200, { 'content-length': 0 }).end(),
  );
});

const AUDIT_TEXT = 'x'.repeat(480);
