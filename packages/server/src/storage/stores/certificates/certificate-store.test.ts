import assert from 'node:assert/strict';
import { it } from 'node:test';
import { serialNumberFromHex } from '@sealwright/pki';
import { atEnd } from '../../../../test/at-end.ts';
import { describeCertificateStore } from '../../../../test/contracts/certificate-store-contract.ts';
import { plansOfReads } from '../../../../test/contracts/read-plans.ts';
import { temporarySqlite } from '../../../../test/temporary-database.ts';
import { openDatabase } from '../../open-database.ts';
import { SqlCertificateStore } from './certificate-store.ts';

describeCertificateStore('SQLite', temporarySqlite);

it('tells OCSP responders the status of a certificate from the index alone', async (t) => {
  const temporary = await temporarySqlite();
  const { url } = temporary;
  atEnd(t, () => temporary.remove());
  await (await openDatabase({ url, definitions: [], onBackgroundError: assert.ifError })).close();
  const plans = await plansOfReads({ dialect: 'sqlite', url }, (reads) =>
    new SqlCertificateStore(reads).findStatusAndEpoch(1, serialNumberFromHex('5A1F')),
  );
  assert.match(plans[0]!, /SEARCH certificate USING COVERING INDEX certificate_serial \(ca_id=\? AND serial=\?\)/);
});
