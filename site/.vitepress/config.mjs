import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { links, problems } from './links.mjs'
import { fromPom, groups, pages, repository, slug, title } from './pages.mjs'

const index = (page) => page.replace(/README\.md$/, 'index.md')
const url = (page) => '/' + index(page).replace(/index\.md$/, '').replace(/\.md$/, '')

// Pages are outside of this folder, so they do not find its packages by themselves.
const packagesOfThisFolder = {
  name: 'packages-of-this-folder',
  enforce: 'pre',
  resolveId(source, importer, options) {
    const ours = /^vue(\/|$)/.test(source) && importer && !importer.includes('node_modules')
    return ours ? this.resolve(source, fileURLToPath(import.meta.url), { ...options, skipSelf: true }) : undefined
  }
}

export default defineConfig({
  title: 'Distributed locks',
  titleTemplate: ':title · Distributed locks for Spring Boot',
  description: fromPom('description'),
  lang: 'en',
  // the documents stay where they are, so that their links read the same in the repository and here
  srcDir: '..',
  srcExclude: ['!(docs|lock-sample-app)/**/*.md', 'lock-sample-app/!(README.md)/**', '**/target/**', 'DECISIONS.md'],
  ignoreDeadLinks: 'localhostLinks',
  rewrites: Object.fromEntries(pages.filter((page) => index(page) !== page).map((page) => [page, index(page)])),
  outDir: '../target/site',
  cacheDir: 'node_modules/.cache/vitepress',
  base: process.env.SITE_BASE ?? `/${repository.split('/').at(-1)}/`,
  // the index of the search is one large file
  vite: { plugins: [packagesOfThisFolder], build: { chunkSizeWarningLimit: 4096 } },
  markdown: {
    anchor: { slugify: slug },
    config: (md) => md.use(links)
  },
  themeConfig: {
    nav: [
      { text: fromPom('version'), link: url('CHANGELOG.md') },
      // no page of this generator, so the browser loads it
      { text: 'Javadoc', link: '/javadoc/index.html', target: '_self' }
    ],
    sidebar: groups.map((group, position) => ({
      text: group.title,
      collapsed: position > 3,
      items: group.pages.map((page) => ({ text: title(page), link: url(page) }))
    })),
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository }],
    docFooter: { prev: false, next: false }
  },
  buildEnd(site) {
    for (const page of site.pages) {
      if (!pages.map(index).includes(page) && !pages.includes(page)) {
        problems.add(`${page} is in no group of site/navigation.json`)
      }
    }
    if (problems.size) {
      throw new Error(`The documents have ${problems.size} problem(s):\n${[...problems].sort().join('\n')}`)
    }
  }
})
