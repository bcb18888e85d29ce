import type { changes } from '../../../src/contract/changes/changes.ts'
import type { Examples } from './example-calls.ts'
import { people } from '../world/people.ts'
import {
  advertiserChange,
  biddingChange,
  clientChange,
  groupChange,
  ownRole,
  reportChange,
  roleChange,
  themeChange,
  userChange,
} from '../world/small-seed.ts'

const { userId } = people.advertiserReporting
const { roleId } = ownRole(1)

export const changeExamples: Examples<typeof changes> = {
  advertiser: {
    report: () => ({ body: { pagination: { start: 0, count: 10 }, sort: [{ field: 'at', order: 'desc' }] } }),
    undo: ({ advertiser }) => ({
      body: { change_id: advertiserChange(advertiser) },
      otherStatuses: { 404: 'the change is that of another advertiser' },
    }),
  },
  advertiser_group: {
    report: () => ({ body: { pagination: { start: 0, count: 10 }, sort: [{ field: 'at', order: 'desc' }] } }),
    undo: ({ group }) => ({
      body: { change_id: groupChange(group) },
      otherStatuses: { 404: 'the change is that of another group' },
    }),
  },
  bidding_config: {
    report: ({ client }) => ({
      path: { memberGroupId: client, biddingConfigId: client },
      body: { pagination: { start: 0, count: 10 } },
      otherStatuses: { 404: 'the config of one client is not there at another' },
    }),
    undo: ({ client }) => ({
      path: { memberGroupId: client, biddingConfigId: client },
      body: { change_id: biddingChange(client) },
      otherStatuses: { 404: 'the config of one client is not there at another' },
    }),
  },
  saved_report: {
    report: () => ({
      body: {
        pagination: { start: 0, count: 10 },
        sort: [{ field: 'at', order: 'desc' }],
        filters: [{ field: 'kind', operation: '=', value: 'changed' }],
      },
    }),
    undo: ({ advertiser }) => ({
      body: { change_id: reportChange(advertiser) },
      otherStatuses: { 403: 'it belongs to another user', 404: 'the change is that of another report' },
    }),
  },
  member_group: {
    report: () => ({
      body: { pagination: { start: 0, count: 10 }, sort: [{ field: 'at', order: 'desc' }] },
      otherStatuses: { 403: 'it is the history of the whole client' },
    }),
    undo: ({ client }) => ({
      body: { change_id: clientChange(client) },
      otherStatuses: { 403: 'it changes the whole client', 404: 'the change is that of another client' },
    }),
  },
  theme: {
    report: () => ({
      body: { pagination: { start: 0, count: 10 }, sort: [{ field: 'at', order: 'desc' }] },
      otherStatuses: { 403: 'it is the theme of the whole client' },
    }),
    undo: ({ client }) => ({
      body: { change_id: themeChange(client) },
      otherStatuses: {
        403: 'a client without a theme has no change to undo, and it changes the whole client',
        404: 'the change is that of another client’s theme',
      },
    }),
  },
  role: {
    report: () => ({
      path: { roleId },
      body: { pagination: { start: 0, count: 10 }, sort: [{ field: 'at', order: 'desc' }] },
      otherStatuses: { 404: 'a role that the caller may not see looks like a missing one' },
    }),
    undo: () => ({
      path: { roleId },
      body: { change_id: roleChange },
      otherStatuses: {
        403: 'callers undo no change of their own role',
        404: 'a role that the caller may not see looks like a missing one',
      },
    }),
  },
  user: {
    report: () => ({
      path: { userId },
      body: { pagination: { start: 0, count: 10 }, sort: [{ field: 'at', order: 'desc' }] },
      otherStatuses: { 404: 'a user out of reach looks like a missing one' },
    }),
    undo: () => ({
      path: { userId },
      body: { change_id: userChange },
      otherStatuses: { 403: 'callers undo no change of their own roles', 404: 'a user out of reach looks like a missing one' },
    }),
  },
}
