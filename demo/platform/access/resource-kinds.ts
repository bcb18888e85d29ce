/** The tables of resources. */
export type ResourceTable = 'ad_groups' | 'advertiser_groups' | 'advertisers' | 'campaigns' | 'entities' | 'saved_reports'

/** A kind of resource within a client, and the field names by which requests refer to it. */
export interface ResourceKind {
  readonly subject: string
  readonly table: ResourceTable
  readonly id: string
  readonly fields: readonly string[]
  /** The resource belongs to the client, not to an advertiser, and has its own visibility check. */
  readonly hasOwnVisibility?: boolean
}

/** The ids of one kind that a request names. */
export interface NamedResources {
  readonly resource: ResourceKind
  readonly ids: readonly number[]
}

const resource = (subject: string, table: ResourceTable, name: string): ResourceKind => ({
  subject,
  table,
  id: `${name}_id`,
  fields: [`${name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`, `${name}_id`, `${name}_ids`],
})

/** Resources that a request names by id are looked up before its handler runs. */
export const resourceKinds: readonly ResourceKind[] = [
  resource('Advertiser', 'advertisers', 'advertiser'),
  resource('Advertiser group', 'advertiser_groups', 'advertiser_group'),
  resource('Campaign', 'campaigns', 'campaign'),
  resource('Ad group', 'ad_groups', 'ad_group'),
  resource('Entity', 'entities', 'entity'),
  { ...resource('Saved report', 'saved_reports', 'saved_report'), hasOwnVisibility: true },
]
