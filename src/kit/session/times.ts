export const sessionTimes = {
  refreshBeforeMs: 120_000,
  idleMs: 1_200_000,
  promptMs: 60_000,
  logoutWarningMs: 1000,
  logoutWaitMs: 1500,
} as const

/** Keys of the browser's storage. */
export const storageKeys = {
  lastActivity: 'last-activity',
  returnRoute: 'return-route',
  returnParams: 'return-params',
  logout: 'logout',
} as const

/** How long a response stays fresh, in milliseconds. */
export const cacheTimes = { default: 300_000, memberGroups: 600_000, theme: 600_000 } as const
