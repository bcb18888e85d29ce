/** A kind of thing that lies within a client, and the words by which calls name it. */
export interface Thing {
  readonly subject: string
  readonly table: string
  readonly id: string
  readonly fields: readonly string[]
  /** It lies at its client, and who sees it is asked of itself instead of an advertiser. */
  readonly isAskedItself?: boolean
}

/** The ids of one kind that a call names. */
export interface NamedThing {
  readonly thing: Thing
  readonly ids: readonly number[]
}

const thing = (subject: string, table: string, word: string): Thing => ({
  subject,
  table,
  id: `${word}_id`,
  fields: [`${word.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`, `${word}_id`, `${word}_ids`],
})

/** Whatever a call names by id is looked up here before any handler sees it. */
export const things: readonly Thing[] = [
  thing('Advertiser', 'advertisers', 'advertiser'),
  thing('Advertiser group', 'advertiser_groups', 'advertiser_group'),
  thing('Campaign', 'campaigns', 'campaign'),
  thing('Ad group', 'ad_groups', 'ad_group'),
  thing('Entity', 'entities', 'entity'),
  { ...thing('Saved report', 'saved_reports', 'saved_report'), isAskedItself: true },
]
