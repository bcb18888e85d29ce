import { BuilderScreen } from '../builder/builder.tsx'

/** The builder that begins with a goal. */
export default function BuilderV2() {
  return <BuilderScreen flow="v2" />
}
