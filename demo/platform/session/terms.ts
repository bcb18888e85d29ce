import type { clientTerms } from '../../../src/contract/clients/client-terms.ts'
import { isExemptFromTerms } from '../../../src/contract/session/terms.rules.ts'
import type { Terms, terms } from '../../../src/contract/session/terms.ts'
import { requireWholeClient } from '../access/client-scope.ts'
import { recordHistory } from '../changes/read.ts'
import { recordDifference } from '../changes/record.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../http/implement.ts'
import { conflict, noPermission, refuseField, staleVersion } from '../context/refusal.ts'

const firstLocale = 1

/** Terms of a client in all languages. */
const termsOf = ({ database: { kysely } }: Context, memberGroupId: number) =>
  kysely.selectFrom('terms').selectAll().where('member_group_id', '=', memberGroupId).orderBy('locale_id').execute()

const acceptanceOf = ({ database: { kysely }, caller }: Context, memberGroupId: number) =>
  kysely
    .selectFrom('terms_acceptances')
    .select('url')
    .where('member_group_id', '=', memberGroupId)
    .where('user_id', '=', caller.person?.user_id ?? 0)
    .where('voided_at', 'is', null)
    .executeTakeFirst()

/** Users of the internal client are exempt, and so are partner servers, which cannot accept terms. */
const isExempt = ({ caller }: Context, memberGroupId: number) => !caller.person || isExemptFromTerms(caller.access, memberGroupId)

/** The terms in the requested language or in a fallback, and whether the caller has accepted them. */
async function termsIn(context: Context, member_group_id: number, requestedLocale?: number): Promise<Terms> {
  const allTerms = await termsOf(context, member_group_id)
  const locale = requestedLocale ?? context.caller.person?.locale.id ?? firstLocale
  const localized = allTerms.find(({ locale_id }) => locale_id === locale)
  const result = localized ?? allTerms.find(({ locale_id }) => locale_id === firstLocale) ?? allTerms[0]
  return {
    member_group_id,
    locale_id: result?.locale_id ?? locale,
    terms_conditions_url: result?.url ?? null,
    has_accepted: !result || isExempt(context, member_group_id) || (await acceptanceOf(context, member_group_id)) !== undefined,
    last_modified: result?.modified_at.toISOString() ?? null,
    version: localized?.version ?? 0,
  }
}

/** Writes the terms of one language. Throws stale if the caller has an older version. */
async function writeTerms({ database: { kysely }, version = 0, now }: Context, member_group_id: number, locale_id: number, url: string) {
  const change = { url, modified_at: now(), version: version + 1 }
  const result = version
    ? await kysely
        .updateTable('terms')
        .set(change)
        .where('member_group_id', '=', member_group_id)
        .where('locale_id', '=', locale_id)
        .where('version', '=', version)
        .returning('version')
        .executeTakeFirst()
    : await kysely
        .insertInto('terms')
        .values({ member_group_id, locale_id, ...change })
        .onConflict((clash) => clash.doNothing())
        .returning('version')
        .executeTakeFirst()
  if (!result) throw staleVersion('Terms')
}

/** Voids all acceptances, so that users must accept again, and returns their number. The rows stay as a record. */
async function voidAcceptances({ database: { kysely }, now }: Context, memberGroupId: number): Promise<number> {
  const { numUpdatedRows } = await kysely
    .updateTable('terms_acceptances')
    .set({ voided_at: now() })
    .where('member_group_id', '=', memberGroupId)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const termsHandlers: Handlers<typeof terms> = {
  one: async ({ path, query }, context) => termsIn(context, path.memberGroupId, query?.locale_id),
  accept: async ({ path: { memberGroupId }, body }, context) => {
    const { database, caller, now } = context
    if (!caller.person) throw noPermission()
    const url = body.terms_conditions_url
    const allTerms = await termsOf(context, memberGroupId)
    if (!allTerms.some((row) => row.url === url)) throw conflict('Terms', 'The terms have changed; read the new version')
    await database.kysely
      .insertInto('terms_acceptances')
      .values({ member_group_id: memberGroupId, user_id: caller.person.user_id, url, accepted_at: now(), voided_at: null })
      .onConflict((clash) => clash.doNothing())
      .execute()
    return 'success'
  },
  reset: async ({ path: { memberGroupId }, body: { locale_id, terms_conditions_url } }, context) => {
    const { kysely } = context.database
    requireWholeClient(context, memberGroupId)
    const locale = await kysely.selectFrom('locales').select('code').where('id', '=', locale_id).executeTakeFirst()
    if (!locale) throw refuseField('locale_id', 'Choose a valid locale ID')
    const before = (await termsOf(context, memberGroupId)).find((row) => row.locale_id === locale_id)
    await writeTerms(context, memberGroupId, locale_id, terms_conditions_url)
    const asked_again = await voidAcceptances(context, memberGroupId)
    const field = `url.${locale.code}`
    const { version = 0 } = context
    await recordDifference(
      context,
      { entity: 'terms', entityId: memberGroupId, kind: 'changed' },
      { [field]: before?.url ?? null, version },
      { [field]: terms_conditions_url, version: version + 1, asked_again },
    )
    return termsIn(context, memberGroupId, locale_id)
  },
}

/** The terms of a client in all languages, with the languages that exist and the users who have accepted. */
async function overviewOf(context: Context, memberGroupId: number) {
  const { kysely } = context.database
  const languages = await kysely.selectFrom('locales').select(['id as locale_id', 'code']).orderBy('id').execute()
  const { accepted } = await kysely
    .selectFrom('terms_acceptances')
    .select(({ fn }) => fn.countAll<number>().as('accepted'))
    .where('member_group_id', '=', memberGroupId)
    .where('voided_at', 'is', null)
    .executeTakeFirstOrThrow()
  const terms = (await termsOf(context, memberGroupId)).map(({ locale_id, url, modified_at, version }) => ({
    locale_id,
    code: languages.find((language) => language.locale_id === locale_id)?.code ?? '',
    terms_conditions_url: url,
    last_modified: modified_at.toISOString(),
    version,
  }))
  return { terms, languages, accepted }
}

export const clientTermsHandlers: Handlers<typeof clientTerms> = {
  overview: ({ path: { memberGroupId } }, context) => {
    requireWholeClient(context, memberGroupId)
    return overviewOf(context, memberGroupId)
  },
  changes: ({ path: { memberGroupId }, body }, context) => {
    requireWholeClient(context, memberGroupId)
    return recordHistory(context, { memberGroupId, entities: ['terms'], entityId: memberGroupId }, body)
  },
}
