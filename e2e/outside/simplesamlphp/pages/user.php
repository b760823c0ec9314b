<?php

require_once '/usr/share/simplesamlphp/lib/_autoload.php';

$gatehouse = new \SimpleSAML\Auth\Simple('gatehouse');

header('Content-Type: application/json');
echo json_encode(['isIn' => $gatehouse->isAuthenticated()]);
