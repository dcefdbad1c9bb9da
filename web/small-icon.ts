import { createElement, type ReactNode, type SVGProps } from 'react'

export type IconNode = readonly [tag: string, attributes: Readonly<Record<string, string>>]

interface IconProps extends SVGProps<SVGSVGElement> {
  readonly size?: number | string
}

/**
 * Creates the component of an icon, with its parts made once. The build puts it in the place of the library's own, which
 * computes every attribute at each render, in two components for each icon.
 */
export function createIcon(name: string, nodes: readonly IconNode[]): (props: IconProps) => ReactNode {
  const parts = nodes.map(([tag, attributes]) => createElement(tag, attributes))
  return function Icon({ size = 24, className, ...rest }) {
    const label = `lucide-${name}`
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: className ? `${label} ${className}` : label,
        'aria-hidden': true,
        ...rest,
      },
      ...parts,
    )
  }
}
