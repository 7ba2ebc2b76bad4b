import assert from 'node:assert/strict';
import { it } from 'node:test';
import { OcspIssuers } from './ocsp-issuers.ts';

it('fails, instead of calling a CA unknown, while the configuration changes faster than it is read', async () => {
  let epoch = 0;
  const issuers = new OcspIssuers({
    authorities: { findById: async () => undefined },
    configuration: {
      get epoch() {
        return ++epoch;
      },
    },
    states: { listVersions: async () => [], listFurtherCertificates: async () => [] },
  });
  await assert.rejects(issuers.keepUp(), { code: 'ocsp.epoch_moves', kind: 'unavailable' });
});
