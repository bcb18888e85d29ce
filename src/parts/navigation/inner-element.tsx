import { Trans, useLingui } from '@lingui/react/macro'
import { useElementContext } from '../../kit/host/element-context.tsx'
import { asProblem, problemText } from '../../kit/problem.ts'
import { useRuntime } from '../../kit/runtime.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useElement } from './element-loading.ts'
import { Tag } from './tag.tsx'

const stop = (event: Event) => event.stopPropagation()
/** Events about the inner element itself. The outer element has the same for the host page. */
const stoppedEvents = Object.fromEntries(
  ['ad-ready', 'ad-navigated', 'ad-session-expiring', 'ad-session-expired', 'ad-session-restored'].map((type) => [type, stop] as const),
)

interface InnerElementProps {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string | undefined>>
  /** Values of its theme, in place of those of its client. */
  readonly themeTokens?: Readonly<Record<string, string>>
}

/** Another of our elements inside this one. It has the user and the language of this one; the host page does not see it. */
export function InnerElement({ tag, attributes, themeTokens }: InnerElementProps) {
  const { i18n } = useLingui()
  const { locale } = useElementContext()
  const { getToken } = useRuntime()
  const { error, retry } = useElement(tag)
  if (error !== undefined)
    return <ErrorState heading={<Trans>Couldn’t load this part</Trans>} reason={problemText(asProblem(error), i18n)} onRetry={retry} />
  return (
    <Tag
      tag={tag}
      attributes={{ ...attributes, locale }}
      properties={{ ...(getToken && { getToken }), ...(themeTokens && { themeTokens }) }}
      events={stoppedEvents}
    />
  )
}
