/** Requests and responses about configurations and their versions. */
import * as z from 'zod';
import { closedObject } from '../../foundation/schema/grammar.js';
import { environment, givenEnvironment, named, resourceName, rowId, timestamp } from './common.js';

const versionId = z.string().regex(/^[A-Za-z0-9_]{32}$/u, { error: 'must be the id of a version' });

const configuration = z
  .union([z.string(), z.looseObject({})])
  .describe('Text of a configuration (kept byte for byte), or the configuration as an object');

export const newConfiguration = named(
  'NewConfiguration',
  closedObject({ name: resourceName, configuration, publish_as: givenEnvironment.optional() }),
);
export type NewConfiguration = z.input<typeof newConfiguration>;

export const configurationChange = named(
  'ConfigurationChange',
  closedObject({
    name: resourceName.optional(),
    configuration: configuration.optional(),
    publish_as: givenEnvironment.optional(),
    current_draft: versionId.optional(),
  }),
);
export type ConfigurationChange = z.input<typeof configurationChange>;

export const publication = named('Publication', closedObject({ publish_as: givenEnvironment }));
export type Publication = z.input<typeof publication>;

const configurationVersion = named(
  'ConfigurationVersion',
  z.object({
    version_id: versionId,
    datetime: timestamp,
    environments: z.array(environment),
    draft: z.boolean(),
  }),
);
export type ConfigurationVersion = z.infer<typeof configurationVersion>;

const summary = {
  id: rowId,
  name: resourceName,
  created: timestamp,
  versions: z.array(configurationVersion).describe('Newest first'),
};

export const configurationSummaries = z.array(named('ConfigurationSummary', z.object(summary)));

export const configurationResponse = named(
  'Configuration',
  z.object({ ...summary, configuration: z.string(), version_id: versionId }),
);
export type Configuration = z.infer<typeof configurationResponse>;

export const versionList = z.object({ versions: z.array(configurationVersion) });
