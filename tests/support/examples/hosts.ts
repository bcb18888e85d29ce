import type { hosts } from '../../../src/contract/clients/hosts.ts'
import type { Examples } from './example-calls.ts'

const otherStatuses = { 403: 'hosts and origins belong to the whole client' }

export const hostExamples: Examples<typeof hosts> = {
  check: () => ({ body: { host_name: 'ads.walk.localhost' }, otherStatuses }),
  origins: () => ({ otherStatuses }),
  setOrigins: () => ({ body: { allowed_origins: ['https://walk.example', 'https://*.walk.example'] }, otherStatuses }),
}
