#pragma once

namespace discreet::detail {

/// How the report looks: light or dark as the reader's system is, on paper, and on a screen of 375 points.
inline constexpr const char* report_style = R"css(
:root{color-scheme:light dark;--line:#d0d7de;--soft:#57606a;--fill:#1f6feb;--warn:#9a3412;--paper:#fff;--ink:#1f2328}
@media (prefers-color-scheme:dark){:root{--line:#3d444d;--soft:#9198a1;--fill:#4493f8;--warn:#f0883e;--paper:#0d1117;--ink:#e6edf3}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.2rem;max-width:72rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;margin:.2em 0}h2{font-size:1.25rem;margin:0 0 .3em}
.soft,figcaption{color:var(--soft);font-size:.9rem}
section{border:1px solid var(--line);border-radius:.5rem;padding:1rem;margin:1rem 0;break-inside:avoid}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:.6rem 0}dt{color:var(--soft)}dd{margin:0}
.bar{height:.9rem;border-radius:.45rem;background:var(--line);overflow:hidden;margin:.3rem 0}
.bar span{display:block;height:100%;background:var(--fill)}
.stop{color:var(--warn);font-weight:600}
.plot{width:100%;height:auto;max-width:48rem}.plot path{fill:none;stroke:var(--fill);stroke-width:2}
.plot .grid{stroke:var(--line)}
.plot text{fill:var(--soft);font-size:11px}.plot .y{text-anchor:end;dominant-baseline:middle}.plot .end{text-anchor:end}
figure{margin:.8rem 0 0}.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem;overflow-wrap:normal}
caption{text-align:left;color:var(--soft);padding:.3rem 0}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid var(--line)}
td{min-width:6rem}.n{text-align:right;font-variant-numeric:tabular-nums;min-width:0;white-space:nowrap}
th button{all:unset;cursor:pointer}th button:focus-visible{outline:2px solid var(--fill)}
th[aria-sort=ascending] button::after{content:" ▲"}th[aria-sort=descending] button::after{content:" ▼"}
code{font-size:.85em}summary{cursor:pointer}
input{font:inherit;padding:.3rem .5rem;max-width:100%}
@media (max-width:40rem){dl{grid-template-columns:1fr}dt{margin-top:.3rem}}
@media print{body{max-width:none;font-size:10pt}.scroll{overflow:visible}form{display:none}}
)css";

/// Sorts and filters the charges; without it the page is read as it stands.
inline constexpr const char* report_script = R"js(
"use strict";
const table=document.querySelector("#charges table");
if(table){
  const body=table.tBodies[0],rows=[...body.rows],form=document.querySelector("#find"),found=document.querySelector("#found");
  const text=rows.map(r=>r.textContent.toLowerCase());
  const number=new Intl.Collator(undefined,{numeric:true});
  [...table.tHead.rows[0].cells].forEach((head,column)=>{
    const button=document.createElement("button");
    button.textContent=head.textContent;head.textContent="";head.append(button);
    button.addEventListener("click",()=>{
      const down=head.getAttribute("aria-sort")==="ascending";
      for(const other of table.tHead.rows[0].cells)other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort",down?"descending":"ascending");
      const key=new Map(rows.map(r=>[r,r.cells[column].dataset.key??r.cells[column].textContent]));
      body.append(...[...rows].sort((a,b)=>(down?-1:1)*number.compare(key.get(a),key.get(b))));
    });
  });
  form.hidden=false;
  form.addEventListener("submit",event=>event.preventDefault());
  form.elements.text.addEventListener("input",event=>{
    const wanted=event.target.value.toLowerCase();let shown=0;
    rows.forEach((row,i)=>{row.hidden=!text[i].includes(wanted);shown+=!row.hidden;});
    found.textContent=shown+" of "+rows.length;
  });
}
)js";

}  // namespace discreet::detail
