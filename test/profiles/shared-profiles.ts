/** Profiles as they would be stored, in a configuration that the tests of a file share. */
import { after, before } from 'node:test';
import {
  type CertificateProfile,
  certificateProfileType,
  type EndEntityProfile,
  endEntityProfileType,
} from '../../packages/server/src/modules/profiles/index.ts';
import { authorityType } from '../configuration/document-types.ts';
import { openConfiguration, type TestConfiguration } from '../configuration/open-configuration.ts';

/** The types of profiles, and the one that they refer to. */
export const PROFILE_TYPES = [authorityType, certificateProfileType, endEntityProfileType];

/** Opens a configuration with the profiles that are there from the start, for all tests of the surrounding file or suite. */
export function sharedProfiles() {
  let opened: TestConfiguration;
  before(async () => {
    opened = await openConfiguration(PROFILE_TYPES);
  });
  after(() => opened[Symbol.asyncDispose]());
  const planned = async (type: string, settings: object) => {
    const plan = await opened.planner.planCreate({ type, name: 'P', settings });
    return plan.planned[0]!.document!.value;
  };
  return {
    /** The configuration, once tests run. */
    get opened() {
      return opened;
    },
    /** The certificate profile of these settings. */
    certificateProfile: async (settings: object) => (await planned('CERTPROFILE', settings)) as CertificateProfile,
    /** The end entity profile of these settings, for any CA unless they say otherwise. */
    endEntityProfile: async (settings: object) =>
      (await planned('EEPROFILE', { availableCas: ['Any CA'], ...settings })) as EndEntityProfile,
  };
}
