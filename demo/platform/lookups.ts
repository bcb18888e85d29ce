import type { currencies } from '../../src/contract/currencies.ts'
import type { localeLookups } from '../../src/contract/locales.ts'
import type { Handlers } from './implement.ts'

export const currencyHandlers: Handlers<typeof currencies> = {
  list: async (_, { database }) => database.kysely.selectFrom('currencies').selectAll().orderBy('currency_id').execute(),
}

export const localeHandlers: Handlers<typeof localeLookups> = {
  list: async (_, { database }) => database.kysely.selectFrom('locales').selectAll().orderBy('id').execute(),
}
