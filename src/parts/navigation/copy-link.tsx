import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import { type ElementContext, useElementContext } from '../../kit/host/element-context.tsx'
import { Button } from '../../ui/button.tsx'
import { link } from '../../ui/icon/control-icons.ts'

/** The shareable URL of a path inside the element: on the host's pages if `link-base` is set, else the current URL. */
export const linkTo = ({ linkBase }: Pick<ElementContext, 'linkBase'>, path: string, pageUrl: string) =>
  linkBase ? new URL(`${linkBase.replace(/\/?$/, '/')}${path.replace(/^\//, '')}`, pageUrl).href : pageUrl

/** Copies the link to a path inside the element and shows a notice. */
export function useCopyLink(): (path?: string) => Promise<void> {
  const element = useElementContext()
  const { t } = useLingui()
  return useCallback(
    async (path = element.path) => {
      const address = linkTo(element, path, location.href)
      try {
        await navigator.clipboard.writeText(address)
        element.notify({ id: 'link-copied', kind: 'success', title: t`Link copied to clipboard` })
      } catch {
        // The page may forbid the clipboard, so the notice shows the link to copy by hand.
        element.notify({ id: 'link-not-copied', kind: 'error', title: t`Couldn’t copy the link`, text: address, durationMs: 20_000 })
      }
    },
    [element, t],
  )
}

/** Copies the link to the current path. */
export function CopyLink({ path }: { readonly path?: string }) {
  const copy = useCopyLink()
  return (
    <Button icon={link} onPress={() => void copy(path)}>
      <Trans>Copy link</Trans>
    </Button>
  )
}
