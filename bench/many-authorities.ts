import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

type Row = Readonly<Record<string, SQLInputValue>>;
type Identified = Row & { readonly id: number; readonly body: string };

/**
 * Copies the management CA of a stopped installation, and its crypto token, `count` times: documents, states and keys under ids and
 * names of their own. The copies cannot sign; nothing that starts a server should notice.
 */
export function addAuthorities(file: string, count: number): void {
  const database = new DatabaseSync(file);
  const one = (query: string) => database.prepare(query).get() as Identified;
  const ca = one("SELECT * FROM document WHERE type = 'CA' AND name = 'ManagementCA'");
  const token = one("SELECT * FROM document WHERE type = 'CRYPTOTOKEN' AND name = 'ManagementCA'");
  const caState = one(`SELECT * FROM ca_state WHERE ca_id = ${ca.id}`);
  const tokenState = one(`SELECT * FROM crypto_token_state WHERE token_id = ${token.id}`);
  const key = one(`SELECT * FROM crypto_token_key WHERE token_id = ${token.id}`);
  const insert = (table: string, row: Row) => {
    const names = Object.keys(row);
    const values = names.map((name) => row[name]!);
    database
      .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
      .run(...values);
  };
  database.exec('BEGIN');
  for (let index = 1; index <= count; index++) {
    const name = `Copy ${String(index).padStart(6, '0')}`;
    const caId = FIRST_ID + 3 * index;
    const tokenId = caId + 1;
    const body = ca.body.replaceAll(String(token.id), String(tokenId)).replaceAll('CN=ManagementCA', `CN=${name}`);
    const named = { name, name_key: name };
    insert('document', { ...token, ...named, id: tokenId, public_id: 10_000 + index });
    insert('document', { ...ca, ...named, id: caId, public_id: 10_000 + index, body });
    const subjectKey = index.toString(16).padStart(64, '0');
    insert('ca_state', { ...caState, ca_id: caId, public_id: 10_000 + index, subject_key: subjectKey });
    insert('crypto_token_state', { ...tokenState, token_id: tokenId });
    insert('crypto_token_key', { ...key, token_id: tokenId, id: tokenId + 1 });
  }
  database.exec('COMMIT');
  database.close();
}

/** Above every block that a process has claimed so far. */
const FIRST_ID = 2 ** 50;
