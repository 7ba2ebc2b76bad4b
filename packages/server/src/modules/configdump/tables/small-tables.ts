/** The tables of types with few exceptions. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { problemsOfPublisher } from '../../publishers/index.ts';
import type { DumpTable, ValueStyle } from '../codec/index.ts';

/** `APPROVALPROFILE` in the dump. */
export const approvalProfileTable: DumpTable = {
  type: 'APPROVALPROFILE',
  suppress: 'nothing',
  members: {
    description: { own: true },
    numberOfApprovalsRequired: { label: 'Number of Approvals Required' },
    'steps.partitions.components.content': {
      aliases: ['Selected Choice'],
      labelBeside: ({ type }) => (type === 'RADIO_GROUP' ? 'Selected Choice' : undefined),
    },
    'steps.partitions.components.required': { own: true },
    'steps.partitions.components.possibleChoices': { own: true },
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

/** `PUBLISHER` in the dump. */
export const publisherTable: DumpTable = {
  type: 'PUBLISHER',
  suppress: 'nothing',
  members: {
    enabled: { always: true },
    revokedCertificates: { own: true },
    publishExpired: { own: true },
    timeout: { own: true },
  },
  fixed: [
    ...['CRLs', 'Certificates', 'OCSP Responses'].map((what) => ({
      label: `Use Queue for ${what}`,
      value: true,
      otherwise: 'but everything is published by the queue here',
    })),
    { label: 'Use Safe Direct Publishing', value: false, otherwise: 'but everything is published by the queue here' },
    // The queue is worked on at once, so nobody waits for a service.
    { label: 'Only Use in Queue', value: true, accepts: [false], otherwise: 'which is neither true nor false' },
  ],
  afterRead({ settings }, warn) {
    if ('enabled' in settings) return;
    const [problem] = problemsOfPublisher(settings);
    if (problem === undefined) return;
    settings['enabled'] = false;
    warn('', `is imported without being enabled, and publishes nothing: ${problem}`);
  },
  order: ['Type', 'Settings', 'Keep Published in Queue'],
};

/** Units of time by their names, such as `HOURS`. */
const unit: ValueStyle = { toDump: (value) => value };

/** Settings of one worker, which stand in no item of another. */
const ofChecker = { own: ({ worker }: JsonObject) => worker !== 'CERTIFICATE_EXPIRATION_CHECKER' } as const;
const checkerProperty = { ...ofChecker, within: 'Worker Properties', alsoAtTop: true } as const;

/** `SERVICE` in the dump. */
export const serviceTable: DumpTable = {
  type: 'SERVICE',
  suppress: 'nothing',
  members: {
    worker: { label: 'Worker Type' },
    cas: { within: 'Worker Properties', label: 'CAs to Check' },
    certificateProfiles: ofChecker,
    objects: ofChecker,
    timeBeforeExpiring: checkerProperty,
    timeUnit: { ...checkerProperty, style: unit },
    sendToEndUsers: { ...checkerProperty, label: 'Send to End Users' },
    sendToAdmins: { ...checkerProperty, label: 'Send to Admins' },
    periodicalValue: { within: 'Interval Properties' },
    periodicalUnit: { within: 'Interval Properties', style: unit },
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
