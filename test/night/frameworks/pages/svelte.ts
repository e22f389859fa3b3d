import { mount } from "svelte";
import Questions from "../../../../examples/src/svelte/Questions.svelte";
import { openLab } from "./lab.js";

openLab((inbox, target) => mount(Questions, { target, props: { inbox } }));
