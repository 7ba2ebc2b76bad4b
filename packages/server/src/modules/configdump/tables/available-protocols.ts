import type { DumpTable } from '../codec/index.ts';

/** `AVAILABLEPROTOCOLS` in the dump. A group of REST operations that a dump does not name is off. */
export const availableProtocolsTable: DumpTable = {
  type: 'AVAILABLEPROTOCOLS',
  suppress: 'nothing',
  members: {
    restCaManagement: { absent: false, always: true },
    restCertificateManagement: { absent: false, always: true },
    restCryptoTokenManagement: { absent: false, always: true },
    restEndEntityManagement: { absent: false, always: true },
    restEndEntityManagementV2: { absent: false, always: true },
    restCertificateManagementV2: { absent: false, always: true },
    restSshV1: { absent: false, always: true },
    restApprovalManagement: { own: true },
    restSystemManagement: { own: true },
  },
};
