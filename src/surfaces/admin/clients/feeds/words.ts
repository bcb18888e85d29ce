import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FeedRefusal, FeedRun } from '../../../../contract/clients/feeds.ts'

export const feedStatusWords: Readonly<Record<FeedRun['status'], MessageDescriptor>> = {
  succeeded: msg`Succeeded`,
  partial: msg`Partly imported`,
  failed: msg`Failed`,
}

export const refusalWords: Readonly<Record<FeedRefusal['code'], MessageDescriptor>> = {
  no_id: msg`The ID is missing`,
  no_name: msg`The name is missing`,
  no_category: msg`The category is missing`,
  duplicate: msg`The ID is in an earlier row`,
  too_long: msg`A text is longer than 200 characters`,
}
