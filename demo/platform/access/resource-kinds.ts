/** The tables of resources. */
export type ResourceTable = 'ad_groups' | 'advertiser_groups' | 'advertisers' | 'campaigns' | 'entities' | 'saved_reports'

/** A kind of resource within a client, and the field names by which requests refer to it. */
export interface ResourceKind {
  readonly subject: string
  readonly table: ResourceTable
  readonly id: string
  readonly fields: readonly string[]
  /** The resource belongs to the client, not to an advertiser, and has its own visibility check. */
  readonly isAskedItself?: boolean
}

/** The ids of one kind that a request names. */
export interface NamedResources {
  readonly thing: ResourceKind
  readonly ids: readonly number[]
}

const thing = (subject: string, table: ResourceTable, word: string): ResourceKind => ({
  subject,
  table,
  id: `${word}_id`,
  fields: [`${word.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`, `${word}_id`, `${word}_ids`],
})

/** Resources that a request names by id are looked up before its handler runs. */
export const resourceKinds: readonly ResourceKind[] = [
  thing('Advertiser', 'advertisers', 'advertiser'),
  thing('Advertiser group', 'advertiser_groups', 'advertiser_group'),
  thing('Campaign', 'campaigns', 'campaign'),
  thing('Ad group', 'ad_groups', 'ad_group'),
  thing('Entity', 'entities', 'entity'),
  { ...thing('Saved report', 'saved_reports', 'saved_report'), isAskedItself: true },
]
