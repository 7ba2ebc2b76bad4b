/** The tables of types with few exceptions. */
import type { DumpTable } from '../codec/index.ts';

/** `APPROVALPROFILE` in the dump. */
export const approvalProfileTable: DumpTable = {
  type: 'APPROVALPROFILE',
  suppress: 'nothing',
  members: {
    description: { own: true },
    'steps.partitions.components.content': { aliases: ['Selected Choice'] },
  },
  order: ['Type', 'Approval Expiration Period', 'Request Expiration Period', 'Max Extension Time'],
};

/** `ROLE` in the dump. */
export const roleTable: DumpTable = {
  type: 'ROLE',
  suppress: 'nothing',
  members: {
    members: { label: 'Role Members' },
    'members.matchKey': { label: 'Match With' },
  },
  fixed: [{ label: 'RA Style Id', value: 0, otherwise: 'but there are no styles here' }],
  order: ['Role Members', 'Namespace', 'RA Style Id', 'Access Rules'],
};

/** `SERVICE` in the dump. */
export const serviceTable: DumpTable = {
  type: 'SERVICE',
  suppress: 'nothing',
  members: {
    worker: { label: 'Worker Type' },
    cas: { within: 'Worker Properties', label: 'CAs to Check' },
    periodicalValue: { within: 'Interval Properties' },
    periodicalUnit: { within: 'Interval Properties' },
  },
  fixed: [
    { label: 'Interval Type', value: 'Periodical Interval', otherwise: 'but services run periodically here' },
    { label: 'Action Type', value: 'No Action', otherwise: 'but services have no actions here' },
    { label: 'Action Properties', value: {}, otherwise: 'but services have no actions here' },
    { label: 'Hidden', value: false, otherwise: 'but no service is hidden here' },
    { label: 'Pin to Specific Nodes', value: [], otherwise: 'but any server may run a service here' },
    { label: 'Run on All Nodes', value: false, accepts: [true], otherwise: 'which is neither true nor false' },
  ],
  order: [
    'Worker Type',
    'Worker Properties',
    'Interval Type',
    'Interval Properties',
    'Action Type',
    'Action Properties',
    'Description',
    'Active',
    'Hidden',
    'Pin to Specific Nodes',
    'Run on All Nodes',
  ],
};
