import type { ApplicationConfig } from '../../src/contract/config.ts'
import type { contract } from '../../src/contract/index.ts'
import { assetHandlers } from './assets.ts'
import { biddingConfigHandlers } from './bidding-configs.ts'
import { configHandlers, flagHandlers } from './config.ts'
import type { Handlers } from './implement.ts'
import { currencyHandlers, localeHandlers, lookupHandlers } from './lookups.ts'
import { memberGroupHandlers } from './member-groups.ts'
import { reportHandlers } from './reports.ts'
import { roleHandlers } from './roles.ts'
import { ssoHandlers } from './sso.ts'
import { themeHandlers } from './themes.ts'
import { userSettingHandlers } from './user-settings.ts'
import { userHandlers } from './users.ts'

/** Every handler of the contract. */
export const handlersFor = (application: ApplicationConfig, flags: Readonly<Record<string, boolean>>): Handlers<typeof contract> => ({
  assets: assetHandlers,
  biddingConfigs: biddingConfigHandlers,
  config: configHandlers(application),
  currencies: currencyHandlers,
  flags: flagHandlers(flags),
  locales: localeHandlers,
  lookups: lookupHandlers,
  memberGroups: memberGroupHandlers,
  reports: reportHandlers,
  roles: roleHandlers,
  sso: ssoHandlers,
  themes: themeHandlers,
  users: userHandlers(),
  userSettings: userSettingHandlers,
})
