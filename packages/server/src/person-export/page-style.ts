/** The look of the readable page. It is part of the file: nothing of it is loaded. */
export const pageStyle = `:root{color-scheme:light dark;--soft:light-dark(#5b6472,#a3adba);--line:light-dark(#dde1e7,#363d47);--ground:light-dark(#fff,#14171c);--card:light-dark(#f6f7f9,#1c2027)}
*{box-sizing:border-box}body{margin:0;background:var(--ground);font:15px/1.55 system-ui,sans-serif;color:light-dark(#171b21,#e8ebf0)}
main{max-width:54rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}h1{font-size:1.7rem;line-height:1.25;margin:0 0 .5rem}
h2{font-size:1.15rem;margin:2.5rem 0 .75rem;padding-top:.75rem;border-top:1px solid var(--line)}p{margin:.25rem 0}
code{font-size:.85rem;color:var(--soft)}.none,nav a{color:var(--soft)}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;margin:1.25rem 0 0;list-style:none;font-size:.9rem}
dl{display:grid;grid-template-columns:minmax(7rem,12rem) minmax(0,1fr);gap:.2rem 1rem;margin:0}
section>dl{background:var(--card);border-radius:.6rem;padding:.8rem 1rem;margin:0 0 .6rem;break-inside:avoid}
dt{color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}dd{margin:0;overflow-wrap:anywhere}dd>dl{grid-template-columns:minmax(4rem,9rem) minmax(0,1fr)}
@media (max-width:34rem){dl,dd>dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.4rem}dd>dl{padding-inline-start:.75rem;border-inline-start:2px solid var(--line)}}
@media print{:root{color-scheme:light}body{font-size:10pt}main{padding:0;max-width:none}nav{display:none}section>dl{border:1px solid var(--line);background:none}}`;
