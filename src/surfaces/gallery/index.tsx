import { useRef, useState } from 'react'
import type declaration from '../../../elements/ad-gallery.ts'
import type { SurfaceProps } from '../../../elements/runtime/define.ts'
import { usePath } from '../../kit/path.ts'
import { Screens } from '../../parts/navigation/screens.tsx'
import { addStyles } from '../../ui/theme/styles.ts'
import css from './gallery.css'
import { routes } from './routes.ts'

addStyles(css)

export type GalleryProps = SurfaceProps<typeof declaration>

const pages = {
  '': 'Basics and states',
  fields: 'Fields',
  choosing: 'Choosing',
  tables: 'Tables',
  overlays: 'Overlays',
  navigation: 'Navigation',
  context: 'Context',
}

const themes = ['auto', 'light', 'dark'] as const

/** Sets the theme of the gallery's own element. */
function ThemeSwitch() {
  const [theme, setTheme] = useState('auto')
  const group = useRef<HTMLFieldSetElement>(null)
  const choose = (next: string) => {
    const rootNode = group.current?.getRootNode()
    if (rootNode instanceof ShadowRoot) rootNode.host.setAttribute('theme', next)
    setTheme(next)
  }
  return (
    <fieldset className="themes" aria-label="Theme" ref={group}>
      {themes.map((name) => (
        <button key={name} type="button" aria-pressed={name === theme} onClick={() => choose(name)}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}

/** All UI components in every state, for developers. */
export default function Gallery() {
  const { pathname, go } = usePath()
  return (
    <div className="gallery">
      <nav aria-label="Gallery">
        {Object.entries(pages).map(([path, title]) => (
          <a
            key={path}
            href={`/ui/${path}`.replace(/\/$/, '')}
            aria-current={path === pathname ? 'page' : undefined}
            onClick={(event) => {
              event.preventDefault()
              go(path, title)
            }}
          >
            {title}
          </a>
        ))}
        <ThemeSwitch />
      </nav>
      <Screens routes={routes} />
    </div>
  )
}
